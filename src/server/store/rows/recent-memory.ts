interface Remembered<T> {
  value: T;
  weight: number;
}

/**
 * The last values by key, up to a weight: two halves, of which the older one is forgotten when the newer one is full.
 */
export class RecentMemory<T> {
  readonly #mostOfHalf: number;
  #recent = new Map<string, Remembered<T>>();
  #older = new Map<string, Remembered<T>>();
  #weight = 0;

  /** @param most weight of all that is remembered, in the unit of set */
  constructor(most: number) {
    this.#mostOfHalf = most / 2;
  }

  get(key: string): T | undefined {
    const recent = this.#recent.get(key);
    if (recent) return recent.value;
    const older = this.#older.get(key);
    if (older) this.set(key, older.value, older.weight);
    return older?.value;
  }

  set(key: string, value: T, weight: number): void {
    if (this.#weight + weight > this.#mostOfHalf) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#weight = 0;
    }
    const before = this.#recent.get(key);
    this.#weight += weight - (before?.weight ?? 0);
    this.#recent.set(key, { value, weight });
  }
}
