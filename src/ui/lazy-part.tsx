import { Suspense, use, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

type LazyPart<Props> = ComponentType<Props> & {
  /** @throws where the chunk cannot be had */
  fetch: () => Promise<void>;
};

/** parts that have been named and not fetched */
const missing = new Set<() => Promise<unknown>>();

/**
 * A part of a view that few pages show, as a chunk of its own. A browser fetches it with the first page that does, and
 * throws to the block's frame where it cannot be had. On the server loadParts() comes before.
 * @param load a dynamic import; the next time that the part is put on a page tries it again
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): LazyPart<Props> {
  let Part: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  let hasFailed = false;
  function fetch(): Promise<void> {
    if (coming && !hasFailed) return coming;
    hasFailed = false;
    return (coming = load().then(
      (loaded) => {
        Part = loaded;
        missing.delete(fetch);
      },
      (failure) => {
        hasFailed = true;
        throw failure;
      },
    ));
  }
  missing.add(fetch);
  function Arrived(props: Props) {
    if (!Part) use(coming!);
    return Part && <Part {...props} />;
  }
  function Lazily(props: Props) {
    // waiting callers get the failure
    useState(() => void fetch().catch(() => {}));
    return (
      <Suspense fallback={waiting}>
        <Arrived {...props} />
      </Suspense>
    );
  }
  return Object.assign(Lazily, { fetch });
}

/** Fetches every part of the views that are loaded: for a server, which cannot wait while it draws. @throws as a part does */
export async function loadParts(): Promise<void> {
  // a part may bring parts of its own
  while (missing.size > 0) await Promise.all([...missing].map((fetch) => fetch()));
}
