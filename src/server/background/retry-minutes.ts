/** Minutes after which work that another system did not take is tried again, by how often it was tried; then it is given up. */
export const RETRY_MINUTES: readonly number[] = [1, 5, 30, 120, 480, 1_440];
