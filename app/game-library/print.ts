/** A number of 53 bits for texts in order (cyrb53, by bryc): others have another one. */
export class Print {
  #one = 0xdeadbeef;
  #other = 0x41c6ce57;

  add(text: string): void {
    for (let index = 0; index < text.length; index++) this.#mix(text.charCodeAt(index));
    // The end of the text, which no code of a character is.
    this.#mix(0x10000);
  }

  get number(): number {
    let [one, other] = [this.#one, this.#other];
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
    other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    return 2 ** 32 * (other & 0x1fffff) + (one >>> 0);
  }

  #mix(code: number): void {
    this.#one = Math.imul(this.#one ^ code, 2654435761);
    this.#other = Math.imul(this.#other ^ code, 1597334677);
  }
}
