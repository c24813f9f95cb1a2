/** A typed array that doubles its capacity when it is full, to avoid an object per element. */
export class Growing<Numbers extends Uint8Array | Uint16Array | Uint32Array | Int32Array> {
  length = 0;
  values: Numbers;
  readonly #make: (length: number) => Numbers;

  constructor(make: (length: number) => Numbers, length = 64) {
    this.#make = make;
    this.values = make(length);
  }

  push(value: number): void {
    this.reserve(1);
    this.values[this.length++] = value;
  }

  reserve(count: number): void {
    if (this.length + count <= this.values.length) return;
    const grown = this.#make(2 * (this.length + count));
    grown.set(this.values);
    this.values = grown;
  }

  /** A view of the elements so far. A later push can replace the underlying array. */
  filled(): Numbers {
    return this.values.subarray(0, this.length) as Numbers;
  }
}
