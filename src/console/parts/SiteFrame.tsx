import { useEffect, useRef, useState } from 'react';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { CallFailed } from '../calls/call.ts';
import { useRefusals } from '../calls/use-calls.ts';
import { Failure } from './Failure.tsx';

interface Props {
  /** below CONSOLE_API, of a page that the console may frame */
  path: string;
  title: string;
  /** pixels; absent: fills the place */
  width?: number;
  /** told where a link inside has led */
  onMoved?: (address: URL) => void;
}

/** A page of the site as visitors see it. */
export function SiteFrame({ path, title, width, onMoved }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const refuse = useRefusals();
  const [failure, setFailure] = useState<CallFailed | null>(null);
  const address = CONSOLE_API + path;
  // in the place of the one before: Back leads to the screen before, not to an older page in the frame
  const show = () => frame.current?.contentWindow?.location.replace(address);

  useEffect(() => {
    frame.current?.contentWindow?.location.replace(address);
  }, [address]);

  async function look() {
    const shown = frame.current?.contentDocument;
    if (shown?.URL === 'about:blank') return;
    setFailure(null);
    if (shown) return onMoved?.(new URL(shown.URL));
    // a refusal, or no answer: neither may be looked into
    const failed = await whyNot(address);
    refuse(failed);
    setFailure(failed);
  }

  return (
    <div className="site-frame">
      {failure && <Failure error={failure} retry={show} />}
      <iframe ref={frame} sandbox="allow-same-origin" title={title} style={width === undefined ? undefined : { width }} hidden={failure !== null} onLoad={() => void look()} />
    </div>
  );
}

async function whyNot(address: string): Promise<CallFailed> {
  try {
    const answer = await fetch(address);
    const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: unknown };
    return new CallFailed(code, msg, { status: answer.status, data });
  } catch {
    return new CallFailed('offline', '连接不到服务器，请检查网络后重试');
  }
}
