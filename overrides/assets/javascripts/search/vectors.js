/** Exact search over int8 rows. The twin of builder/search/vectors.py. */

/** @typedef {import("./reader.js").Vectors} Vectors */

/**
 * Cosine of a unit query with every row.
 * @param {Float32Array} query @param {Vectors} vectors @returns {Float64Array}
 */
export function cosines(query, { rows, scales, count, dimensions }) {
  const found = new Float64Array(count);
  const factors = Float64Array.from(query); // widened once, not once a row
  for (let row = 0, at = 0; row < count; row++) {
    // Four sums, because additions to one would wait for each other.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let n = 0; n < dimensions; n += 4, at += 4) {
      a += factors[n] * rows[at];
      b += factors[n + 1] * rows[at + 1];
      c += factors[n + 2] * rows[at + 2];
      d += factors[n + 3] * rows[at + 3];
    }
    found[row] = (a + b + (c + d)) * scales[row];
  }
  return found;
}
