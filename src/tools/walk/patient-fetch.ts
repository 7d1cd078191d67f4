/** A response 429 or 503 asks to wait and try again; after this many tries it is taken as the answer. */
const MOST_TRIES = 3;
/** ms */
const PATIENCE = 30_000;

/** Fetches as one who keeps to what a server asks: no redirect is followed. @throws when nothing answers in 30 s, three times */
export async function patientFetch(address: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(address, {
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
        ...init,
      });
      if ((response.status !== 429 && response.status !== 503) || tries >= MOST_TRIES) return response;
      const wait = Number(response.headers.get('retry-after') ?? 1);
      await response.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 60) * 1_000));
    } catch (error) {
      if (tries >= MOST_TRIES) throw error;
    }
  }
}
