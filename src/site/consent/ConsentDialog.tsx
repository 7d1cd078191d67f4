import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { paths } from '#wire/paths.ts';
import { RichHtml } from '#ui/RichHtml.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { useSite } from '../site-context.ts';
import { TEXT_OF } from './consent.ts';
import type { Asking } from './consent.ts';
import './ConsentDialog.css';
import '#ui/rich.css';

const TITLES = { 1: '隐私政策', 2: '用户协议', 3: '法律声明' } as const;
const ACTIONS = { 1: '下一步', 2: '我已阅读并同意', 3: '我知道了' } as const;

/**
 * AG1–AG5: the texts as they are published, one after the other. The first time neither Escape nor the browser's own
 * closing leads out.
 */
export function ConsentDialog({ step, first }: Asking) {
  const { consent } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  const [tries, setTries] = useState(0);

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const onCancel = (event: SyntheticEvent) => first && event.preventDefault();
  function onClose() {
    if (dialog.current?.open) return;
    if (first) dialog.current?.showModal();
    else consent.close();
  }

  return (
    <dialog
      className="dialog consent"
      ref={dialog}
      aria-labelledby="consent-title"
      onCancel={onCancel}
      onClose={onClose}
    >
      <ConsentText key={`${step} ${tries}`} step={step} first={first} onAgain={() => setTries(tries + 1)} />
    </dialog>
  );
}

type Text = { html: string } | 'loading' | 'failed';

/** One text; another one, or another try, begins anew at its top (AG2), and is read by keyboard from there. */
function ConsentText({ step, first, onAgain }: Asking & { onAgain: () => void }) {
  const { state, calls, consent } = useSite();
  const { version, channelId = '' } = state.shell.legal?.[TEXT_OF[step]] ?? {};
  const body = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<Text>('loading');

  useEffect(() => {
    body.current?.focus();
    calls.silent.get(paths.infoContent, { channelId }).then(
      (data) => setText({ html: String((data as { content?: unknown }).content ?? '') }),
      () => setText('failed'),
    );
  }, [calls, channelId]);

  const act = { 1: consent.next, 2: () => consent.agree(), 3: consent.close }[step];
  return (
    <>
      <h2 className="dialog__title" id="consent-title">
        {TITLES[step]}
        {version && <small>版本日期 {version}</small>}
      </h2>
      <div
        className="consent__text"
        ref={body}
        tabIndex={0}
        role="region"
        aria-labelledby="consent-title"
        aria-busy={text === 'loading'}
      >
        {text === 'loading' && <p role="status">正在加载…</p>}
        {text === 'failed' && <p role="alert">内容暂时无法显示，请重试，或关闭后继续浏览公开信息。</p>}
        {typeof text === 'object' && <RichHtml html={text.html} />}
      </div>
      <div className="dialog__actions">
        {step !== 3 && <SiteLink path={`/legal/${TEXT_OF[step]}`}>在页面中阅读</SiteLink>}
        {/* whoever cannot read the text can agree to nothing, and is not kept from the site by it */}
        {((!first && step !== 3) || text === 'failed') && (
          <button type="button" className="dialog__action dialog__action--plain" onClick={consent.close}>
            关闭
          </button>
        )}
        <button
          type="button"
          className="dialog__action"
          disabled={text === 'loading'}
          onClick={text === 'failed' ? onAgain : act}
        >
          {text === 'failed' ? '重试' : ACTIONS[step]}
        </button>
      </div>
    </>
  );
}
