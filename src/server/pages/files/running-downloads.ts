import type { ServerResponse } from 'node:http';
import type { NoticeWords } from '../address/bare-pages.ts';

const LIMITS = {
  /** downloads of one client, and of all, at the same time */
  ofOne: 2,
  all: 6,
  /** milliseconds after which a client that has not read the last piece has to make room */
  slow: 2_000,
};

/** Thrown where there is no file to answer; it is answered as a designed page. */
export class NoFile extends Error {
  readonly status: number;
  readonly words: NoticeWords;
  /** seconds */
  readonly retryAfter: number | undefined;

  constructor(status: number, title: string, reason: string, retryAfter?: number) {
    super(title);
    this.status = status;
    this.words = { title, reason };
    this.retryAfter = retryAfter;
  }
}

interface Download {
  client: string;
  response: ServerResponse;
  /** time at which the client had last taken all that was written for it */
  taken: number;
}

/** Downloads under way (RG5). A slow client keeps its place only while no other client needs it. */
export class RunningDownloads {
  readonly #running = new Set<Download>();

  /** @returns a function for the end, to be called once @throws NoFile */
  start(client: string, response: ServerResponse): () => void {
    const own = [...this.#running].filter((one) => one.client === client).length;
    if (own >= LIMITS.ofOne) throw new NoFile(429, '已有下载正在进行', '请等前面的下载完成后再试。', 10);
    if (this.#running.size >= LIMITS.all && !this.#makeRoom())
      throw new NoFile(503, '同时下载的人较多', '请稍后再试。', 20);
    const download = { client, response, taken: performance.now() };
    response.on('drain', () => {
      download.taken = performance.now();
    });
    this.#running.add(download);
    return () => void this.#running.delete(download);
  }

  /** Ends the download whose client has not read for longest. */
  #makeRoom(): boolean {
    const [slowest] = [...this.#running]
      .filter(({ response }) => response.writableNeedDrain)
      .sort((a, b) => a.taken - b.taken);
    if (!slowest || performance.now() - slowest.taken < LIMITS.slow) return false;
    slowest.response.destroy();
    return this.#running.delete(slowest);
  }
}
