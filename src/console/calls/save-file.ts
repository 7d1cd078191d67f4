import type { AnsweredFile } from '#wire/console-answers.ts';
import type { AnswerOf, CallName, ParamsOf } from '#wire/console-calls.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { CallFailed, LONG_TIMEOUT, readAnswer } from './call.ts';

/** Calls that are posted and answer a file: what they need does not fit into an address. */
type PostedFile = {
  [Name in CallName]: Name extends `POST ${string}` ? (AnswerOf<Name> extends AnsweredFile ? Name : never) : never;
}[CallName];

/**
 * Has the browser save the file that a posted call answers.
 * @throws CallFailed for a refusal, and where no answer came
 */
export async function saveFile<Name extends PostedFile>(name: Name, params: ParamsOf<Name>): Promise<void> {
  const answer = await fetch(CONSOLE_API + name.slice('POST '.length), {
    method: 'POST',
    body: JSON.stringify(params),
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(LONG_TIMEOUT),
  }).catch(() => {
    throw new CallFailed('offline', '没有收到文件，请检查网络后重试');
  });
  const disposition = answer.headers.get('content-disposition');
  if (!answer.ok || disposition === null)
    return void readAnswer(name, await answer.text(), answer.status, '文件没有生成，请重试');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameIn(disposition);
  link.click();
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name as RFC 6266 spells it for all scripts. */
const nameIn = (disposition: string): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? '') || '标出错误的文件.xlsx';
