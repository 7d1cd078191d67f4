import type { StatedNumber } from './stated-numbers.ts';

const DEVIATIONS = 5;
/** values below which nothing is said of how they scatter */
const LEAST = 5;
/** deviation of what is rounded, as a share of one of its last digit */
const ROUNDED = 1 / Math.sqrt(12);
/** error that calculating in binary may leave */
const ROUNDING = 1 + 1e-9;

/** RD2: how the numbers of a column scatter: sums, about its first value so that no digits are lost. */
export class Scatter {
  #first: number | undefined;
  #count = 0;
  #shares = 0;
  #sum = 0;
  #squares = 0;
  #step = Number.POSITIVE_INFINITY;

  add({ value, kind, step }: StatedNumber): void {
    const from = value - (this.#first ??= value);
    this.#count += 1;
    if (kind === '%') this.#shares += 1;
    this.#sum += from;
    this.#squares += from * from;
    this.#step = Math.min(this.#step, step);
  }

  get count(): number {
    return this.#count;
  }

  /** Whether most of the numbers are shares by their sign. */
  isOfShares(): boolean {
    return this.#shares * 2 > this.#count;
  }

  /** Whether one of the numbers lies more than five deviations from all the others. */
  isBeyondOthers(value: number): boolean {
    const from = value - this.#first!;
    return this.#isBeyond(from, this.#count - 1, this.#sum - from, this.#squares - from * from);
  }

  /** Whether a number that is none of them lies more than five deviations from all of them. */
  isBeyondAll(value: number): boolean {
    return this.#isBeyond(value - (this.#first ?? 0), this.#count, this.#sum, this.#squares);
  }

  #isBeyond(from: number, count: number, sum: number, squares: number): boolean {
    if (count < LEAST) return false;
    const mean = sum / count;
    const variance = Math.max(0, squares / count - mean * mean);
    return Math.abs(from - mean) > DEVIATIONS * Math.max(Math.sqrt(variance), this.#step * ROUNDED) * ROUNDING;
  }
}
