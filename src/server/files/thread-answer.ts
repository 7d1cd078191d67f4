import { Worker, type ResourceLimits } from 'node:worker_threads';
import { bareEnvironment } from './bare-environment.ts';

interface Asked<Answer> {
  /** given to the thread as workerData */
  data: unknown;
  resourceLimits: ResourceLimits & { maxOldGenerationSizeMb: number };
  /** milliseconds */
  timeLimit: number;
  /** the answer where the thread takes too long, or more memory than it has */
  otherwise: Answer;
}

/**
 * The one message of a thread of its own, so that whatever a file does, the site goes on. Never throws for what the
 * thread does.
 */
export async function threadAnswer<Answer>(
  file: URL,
  { data, resourceLimits, timeLimit, otherwise }: Asked<Answer>,
): Promise<Answer> {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits,
    env: bareEnvironment(),
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const unanswered = (): void => resolve(otherwise);
  const timer = setTimeout(unanswered, timeLimit);
  worker.once('message', resolve);
  worker.once('error', unanswered);
  worker.once('exit', unanswered);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
