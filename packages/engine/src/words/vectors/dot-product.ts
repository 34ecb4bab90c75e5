/**
 * The dot product of two int8 vectors, 16 cells at a time: a WebAssembly function small enough to be written out here.
 * Integers throughout, so it gives the same sum as the plain loop that runs where the processor has no SIMD.
 */
export type DotProduct = (left: number, right: number) => number;

/** Vectors start at multiples of this many bytes of the memory and are filled up with zeros to a multiple of it. */
export const LANE_BYTES = 16;
const PAGE_BYTES = 65_536;

const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const I32 = 0x7f;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const SIMD = 0xfd;
const V128 = 0x7b;
const END = 0x0b;
/** Opcodes above 0x7f take two bytes. */
const EXTMUL_LOW_I8_TO_I16 = [SIMD, 0x9c, 0x01];
const EXTMUL_HIGH_I8_TO_I16 = [SIMD, 0x9d, 0x01];
const ADD_PAIRS_I16_TO_I32 = [SIMD, 0x7e];
const ADD_I32X4 = [SIMD, 0xae, 0x01];
const ADD_I32 = 0x6a;

/** Unsigned LEB128. */
function size(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...size(value >>> 7)];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...size(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text, 'latin1')];
}

function loadLane(local: number, lane: number): number[] {
  return [LOCAL_GET, local, SIMD, 0x00, 0x04, ...size(lane * LANE_BYTES)];
}

/** Parameters 0 and 1 are the vectors, local 2 the running sums, 3 and 4 the lanes at hand. */
function body(lanes: number): number[] {
  const code = [0x01, 0x03, V128];
  for (let lane = 0; lane < lanes; lane += 1) {
    code.push(...loadLane(0, lane), LOCAL_SET, 3, ...loadLane(1, lane), LOCAL_SET, 4);
    for (const multiply of [EXTMUL_LOW_I8_TO_I16, EXTMUL_HIGH_I8_TO_I16]) {
      code.push(LOCAL_GET, 3, LOCAL_GET, 4, ...multiply, ...ADD_PAIRS_I16_TO_I32, LOCAL_GET, 2, ...ADD_I32X4);
      code.push(LOCAL_SET, 2);
    }
  }
  for (let part = 0; part < 4; part += 1) code.push(LOCAL_GET, 2, SIMD, 0x1b, part, ...(part > 0 ? [ADD_I32] : []));
  return [...code, END];
}

function moduleBytes(lanes: number, pages: number): Uint8Array<ArrayBuffer> {
  const code = body(lanes);
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, [1, 0x60, 2, I32, I32, 1, I32]),
    ...section(2, [1, ...name('table'), ...name('memory'), 0x02, 0x03, ...size(pages), ...size(pages)]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('dot'), 0x00, 0]),
    ...section(10, [1, ...size(code.length), ...code]),
  ]);
}

/** Shared, so that one table serves every thread of the process. */
export function createVectorMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

function plainDotProduct(memory: WebAssembly.Memory, stride: number): DotProduct {
  const cells = new Int8Array(memory.buffer);
  return (left, right) => {
    let sum = 0;
    for (let cell = 0; cell < stride; cell += 1) {
      sum = (sum + Math.imul(cells[left + cell] ?? 0, cells[right + cell] ?? 0)) | 0;
    }
    return sum;
  };
}

/** For vectors of `stride` bytes that start at `left` and `right`. */
export function createDotProduct(memory: WebAssembly.Memory, stride: number): DotProduct {
  try {
    const pages = memory.buffer.byteLength / PAGE_BYTES;
    const module = new WebAssembly.Module(moduleBytes(stride / LANE_BYTES, pages));
    const { dot } = new WebAssembly.Instance(module, { table: { memory } }).exports;
    if (typeof dot === 'function') return (left, right) => Number(dot(left, right));
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
  }
  return plainDotProduct(memory, stride);
}
