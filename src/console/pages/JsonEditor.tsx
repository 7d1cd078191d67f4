import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { placeOf, readPlaces } from './json-places.ts';

/** milliseconds */
const OPENING = 80;

interface Props {
  text: string;
  problems: readonly EditionProblem[];
  /** a place to show: another `no` asks again */
  jump: { pointer: string; no: number };
  isReadOnly: boolean;
  /** description of the document, for those who do not see it */
  label?: string;
  onChange: (text: string) => void;
}

/** A document as JSON, with a mark at each problem. Tab leads on, as everywhere in the console. */
export function JsonEditor({ text, problems, jump, isReadOnly, label = '页面的 JSON', onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const tell = useRef(onChange);
  const last = useRef(text);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    const made = new EditorView({
      parent: place.current!,
      state: stateOf(last.current, { isReadOnly, label }, (typed) => {
        last.current = typed;
        tell.current(typed);
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [isReadOnly, label]);
  useEffect(() => {
    const shown = view.current;
    if (!shown || text === shown.state.doc.toString()) return;
    last.current = text;
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    const shown = view.current;
    if (shown) shown.dispatch(setDiagnostics(shown.state, diagnosticsOf(text, problems)));
    // a view that is made anew has no marks
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, problems, isReadOnly]);
  useEffect(() => {
    if (jump.no === 0) return undefined;
    // its tab has to be open before it can take the focus
    const timer = setTimeout(() => {
      const shown = view.current;
      const read = readPlaces(last.current);
      if (!shown || 'fault' in read) return;
      const { from, to } = placeOf(read.places, jump.pointer);
      shown.focus();
      shown.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
    }, OPENING);
    return () => clearTimeout(timer);
  }, [jump]);
  return <div ref={place} className="json-editor" />;
}

function diagnosticsOf(text: string, problems: readonly EditionProblem[]): Diagnostic[] {
  const read = readPlaces(text);
  if ('fault' in read)
    return [
      {
        from: Math.min(read.fault.at, text.length),
        to: Math.min(read.fault.at + 1, text.length),
        severity: 'error',
        message: read.fault.message,
      },
    ];
  return problems.map(({ pointer = '', message }) => ({
    ...placeOf(read.places, pointer),
    severity: 'error' as const,
    message,
  }));
}

function stateOf(
  doc: string,
  { isReadOnly, label }: { isReadOnly: boolean; label: string },
  typed: (text: string) => void,
): EditorState {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
  return EditorState.create({
    doc,
    extensions: [
      EditorView.cspNonce.of(nonce),
      EditorState.phrases.of({ Diagnostics: '问题', 'No diagnostics': '没有问题', close: '关闭' }),
      lineNumbers(),
      history(),
      json(),
      bracketMatching(),
      indentOnInput(),
      syntaxHighlighting(defaultHighlightStyle),
      lintGutter(),
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorState.readOnly.of(isReadOnly),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (
          docChanged &&
          transactions.some(
            (one) =>
              one.isUserEvent('input') ||
              one.isUserEvent('delete') ||
              one.isUserEvent('undo') ||
              one.isUserEvent('redo') ||
              one.isUserEvent('move'),
          )
        )
          typed(state.doc.toString());
      }),
    ],
  });
}
