/** A typed array that grows as it is filled: doubled when it is full, so that no object is made for an element. */
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

  /** Makes room for so many more. */
  reserve(count: number): void {
    if (this.length + count <= this.values.length) return;
    const grown = this.#make(2 * (this.length + count));
    grown.set(this.values);
    this.values = grown;
  }

  /** What has been pushed; a view that the next push may leave behind. */
  filled(): Numbers {
    return this.values.subarray(0, this.length) as Numbers;
  }
}
