/**
 * SHA-256 in hex, by the browser where it offers that. It does so only on https and localhost;
 * a mirror on a plain http address in someone's network must not go unchecked for that.
 */

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<string>} 64 hex digits */
export async function sha256(bytes) {
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    : digestOf(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first 32 bits of the fractional part of a root of each of the first primes (FIPS 180-4, 4.2.2, 5.3.3). */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && isPrime(n));
const CONSTANTS = new Uint32Array(PRIMES.map((prime) => fraction(Math.cbrt(prime))));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {Uint8Array} bytes @returns {Uint8Array} FIPS 180-4, 6.2 */
export function digestOf(bytes) {
  const state = new Uint32Array(START);
  const schedule = new Uint32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  for (let at = 0; at < whole; at += 64) block(bytes, at, state, schedule);

  // The rest, a one bit, zeros, and the length in bits.
  const rest = new Uint8Array(bytes.length - whole < 56 ? 64 : 128);
  rest.set(bytes.subarray(whole));
  rest[bytes.length - whole] = 0x80;
  const view = new DataView(rest.buffer);
  view.setUint32(rest.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(rest.length - 4, bytes.length * 8);
  for (let at = 0; at < rest.length; at += 64) block(rest, at, state, schedule);

  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => digest.setUint32(4 * n, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} bytes @param {number} at @param {Uint32Array} state @param {Uint32Array} schedule */
function block(bytes, at, state, schedule) {
  for (let n = 0; n < 16; n++, at += 4) {
    schedule[n] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let n = 16; n < 64; n++) {
    const early = schedule[n - 15];
    const late = schedule[n - 2];
    const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    schedule[n] = schedule[n - 16] + small0 + schedule[n - 7] + small1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + big1 + choice + CONSTANTS[n] + schedule[n]) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + big0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] += word));
}

/** @param {number} word @param {number} by */
function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * 0x100000000);
}

/** @param {number} number */
function isPrime(number) {
  for (let by = 2; by * by <= number; by++) if (number % by === 0) return false;
  return true;
}
