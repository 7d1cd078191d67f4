import { Alert } from 'antd';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { CONSOLE, CONSOLE_API } from '#wire/console-paths.ts';
import { CallFailed, INVALID_EDITION, wordsOf } from '../calls/call.ts';
import { useRefusals } from '../calls/use-calls.ts';
import { Failure } from './Failure.tsx';

interface Props {
  /** below CONSOLE_API, of a page that the console may frame */
  path: string;
  title: string;
  /** pixels; absent: fills the place */
  width?: number;
  /** factor of its size, where the place is narrower than a screen; absent: 1 */
  scale?: number;
  /** the same page in a newer state: it takes the place of what is shown without being loaded again */
  html?: string;
  /** called with the path that a link inside led to */
  onMoved?: (address: URL) => void;
  /** called with each page that is shown, once it is there */
  onShown?: (page: Document) => void;
}

/** A page of the site as visitors see it. */
export function SiteFrame({ path, title, width, scale = 1, html, onMoved, onShown }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const refuse = useRefusals();
  const [failure, setFailure] = useState<CallFailed | null>(null);
  const address = CONSOLE_API + path;
  // in the place of the one before: Back leads to the screen before, not to an older page in the frame
  const show = () => frame.current?.contentWindow?.location.replace(address);

  const shownHtml = useRef<string | undefined>(undefined);
  useEffect(() => {
    const changed = html !== undefined && html !== shownHtml.current;
    shownHtml.current = html;
    if (changed && replaceIn(frame.current?.contentDocument, html)) return setFailure(null);
    frame.current?.contentWindow?.location.replace(address);
  }, [address, html]);

  async function look() {
    const shown = frame.current?.contentDocument;
    if (shown?.URL === 'about:blank') return;
    setFailure(null);
    if (shown) {
      shown.addEventListener('click', openConsole);
      onShown?.(shown);
      return onMoved?.(new URL(shown.URL));
    }
    // a refusal, or no answer: neither may be looked into
    const failed = await whyNot(address);
    refuse(failed);
    setFailure(failed);
  }

  return (
    <div className="site-frame">
      {failure?.code === INVALID_EDITION ? (
        <Alert type="info" showIcon title="还有问题待改，改好以后这里显示预览" description={wordsOf(failure)} />
      ) : (
        failure && <Failure error={failure} retry={show} />
      )}
      <iframe
        ref={frame}
        sandbox="allow-same-origin"
        title={title}
        style={styleOf(width, scale)}
        hidden={failure !== null}
        onLoad={() => void look()}
      />
    </div>
  );
}

/** SU16: a way from the page into the console opens beside what is being written; the frame itself may open nothing. */
function openConsole(event: MouseEvent) {
  // elements of the frame's own window
  const link = (event.target as Element | null)?.closest?.('a')?.href ?? '';
  const { pathname = '', search = '' } = URL.parse(link) ?? {};
  if (!pathname.startsWith(`${CONSOLE}/`) || pathname.startsWith(`${CONSOLE_API}/`)) return;
  event.preventDefault();
  window.open(pathname + search, '_blank', 'noopener');
}

/** visible height of the frame; the style sheet sets it where there is more room */
const HEIGHT = 'var(--frame-height, 70vh)';

function styleOf(width: number | undefined, scale: number): CSSProperties {
  const size = width === undefined ? {} : { width };
  // scaled content takes its full place otherwise
  return scale === 1
    ? size
    : {
        ...size,
        height: `calc(${HEIGHT} / ${scale})`,
        marginBottom: `calc(${HEIGHT} - ${HEIGHT} / ${scale})`,
        marginInline: 0,
        transform: `scale(${scale})`,
        transformOrigin: '0 0',
      };
}

/** @returns false where the page has other styles, and must be loaded */
function replaceIn(shown: Document | null | undefined, html: string): boolean {
  if (!shown?.body || shown.URL === 'about:blank') return false;
  const end = html.indexOf('</head>');
  const styles: string[] = [];
  // parsed here they would be refused by the console's own policy; the frame has them already
  const head = html.slice(0, end).replace(STYLES, (_, text: string) => (styles.push(text), ''));
  const next = new DOMParser().parseFromString(head + html.slice(end), 'text/html');
  const own = [...shown.head.querySelectorAll('style')].map(({ textContent }) => textContent);
  if (styles.join() !== own.join() || sheetsOf(next) !== sheetsOf(shown)) return false;
  shown.documentElement.lang = next.documentElement.lang;
  shown.documentElement.className = next.documentElement.className;
  shown.body.replaceChildren(...next.body.childNodes);
  return true;
}

const STYLES = /<style\b[^>]*>([^]*?)<\/style>/g;

const sheetsOf = ({ head }: Document): string =>
  [...head.querySelectorAll('link[rel="stylesheet"]')].map((one) => one.getAttribute('href')).join();

async function whyNot(address: string): Promise<CallFailed> {
  try {
    const answer = await fetch(address);
    const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: unknown };
    return new CallFailed(code, msg, { status: answer.status, data });
  } catch {
    return new CallFailed('offline', '连接不到服务器，请检查网络后重试');
  }
}
