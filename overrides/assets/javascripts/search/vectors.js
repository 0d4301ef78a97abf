/** Exact search over int8 rows. The twin of builder/search/vectors.py. */

/** @typedef {import("./reader.js").Vectors} Vectors */

const STEPS = 32767; // a query's components as 16-bit integers

/**
 * Cosine of a unit query with every row. The query is brought to 16-bit integers and the products are
 * summed as integers, which no order of summation changes: equal rows get equal scores, here and in Python.
 * @param {Float32Array} query @param {Vectors} vectors @returns {Float64Array}
 */
export function cosines(query, { rows, scales, count, dimensions }) {
  const found = new Float64Array(count);
  const scale = query.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / STEPS || 1;
  const steps = Int16Array.from(query, (value) => Math.round(value / scale));
  for (let row = 0, at = 0; row < count; row++) {
    let sum = 0; // at most 384 * 127 * 32767, which is below 2^31
    for (let n = 0; n < dimensions; n++, at++) sum = (sum + steps[n] * rows[at]) | 0;
    found[row] = sum * (scales[row] * scale);
  }
  return found;
}
