/** Bytes of the search files: varints and the parts of a lexical shard. The twin of builder/index/codec.py. */

export const FORMAT = 2;

/** A search file that is of another form or format than this version reads. */
export class ShardError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "ShardError";
  }
}

/**
 * All numbers of an LEB128 stream, each below 2^32.
 * @param {Uint8Array} bytes @returns {Uint32Array}
 */
export function readVarints(bytes) {
  let count = 0;
  for (const byte of bytes) if (byte < 0x80) count++;
  const numbers = new Uint32Array(count);
  let number = 0;
  let shift = 0;
  let at = 0;
  for (const byte of bytes) {
    number |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      numbers[at++] = number;
      number = shift = 0;
    } else {
      shift += 7;
    }
  }
  return numbers;
}

/**
 * The parts of a file, as views of its bytes.
 * @param {string} magic @param {Uint8Array} bytes @param {string} name for the message
 * @returns {Uint8Array[]}
 */
export function readParts(magic, bytes, name) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || ascii(bytes.subarray(0, 4)) !== magic) {
    throw new ShardError(`${name} does not begin with ${magic}`);
  }
  const format = view.getUint16(4, true);
  if (format !== FORMAT) throw new ShardError(`${name} is of format ${format}, expected ${FORMAT}`);
  return Array.from({ length: view.getUint16(6, true) }, (_, n) => {
    const offset = view.getUint32(8 + 8 * n, true);
    const length = view.getUint32(12 + 8 * n, true);
    if (offset + length > bytes.length) throw new ShardError(`${name} ends too early`);
    return bytes.subarray(offset, offset + length);
  });
}

/**
 * Numbers that may be negative: 0, -1, 1, -2, ... are written as 0, 1, 2, 3, ...
 * @param {Uint8Array} bytes @returns {Int32Array}
 */
export function readSigned(bytes) {
  return Int32Array.from(readVarints(bytes), (number) => (number >>> 1) ^ -(number & 1));
}

/** @param {Uint8Array} bytes */
export function ascii(bytes) {
  return String.fromCharCode(...bytes);
}
