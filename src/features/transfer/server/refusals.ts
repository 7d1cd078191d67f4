import type { Senders } from '#page/settings/senders.ts';
import { FORMAT } from './format.ts';
import { TransferRefused, type Sender } from '#server/editions/draft/transfer-refused.ts';

/** @param why, words the same in English and Chinese */
export type Damage = (why: string, words: string) => TransferRefused;

/** Refusals of a file that is not what its sender wrote. */
export const damageOf =
  (path: string): Damage =>
  (why, words) =>
    new TransferRefused(
      `The file ${path} is not as it was written: ${why}. Have it sent, or exported, again.`,
      `文件与导出时不一致：${words}。请重新传送，或在那个环境重新导出`,
      undefined,
      `文件 ${path} 与导出时不一致：${words}。请重新传送，或在那个环境重新导出。`,
    );

export const cutOff = (path: string): TransferRefused => damageOf(path)('it is cut off', '文件不完整，可能没有传完');

export const noExport = (path: string): TransferRefused =>
  new TransferRefused(
    `The file ${path} is no file of npm run export-site. Name one that was written by it.`,
    '这不是从另一个环境导出的文件，请选择扩展名为 .site 的导出文件',
    undefined,
    `文件 ${path} 不是 npm run export-site 写出的文件。请指明另一个环境用它写出的文件。`,
  );

export const newerForm = (path: string, format: number, program: unknown): TransferRefused =>
  new TransferRefused(
    `The file ${path} was written in form ${format} by version ${String(program)} of this program; this version reads form ${FORMAT}. Update this environment, and import again.`,
    `文件由较新的程序（${String(program)} 版）导出，格式为 ${format}，这里只能读格式 ${FORMAT}。请先升级这个环境的程序，再导入`,
    undefined,
    `文件 ${path} 由较新的程序（${String(program)} 版）导出，格式为 ${format}，这里只能读格式 ${FORMAT}。请先升级这个环境的程序，再导入。`,
  );

/** BE2: who sent a file, by the name that is published here. @throws TransferRefused where its files are not taken */
export function senderOf(path: string, { name, key }: Sender, senders: Senders): Sender {
  const sender = senders.find((one) => one.key === key);
  if (sender) return sender;
  throw new TransferRefused(
    `The file ${path} is signed with a key that this environment does not know: ${key} (it calls itself ${name}). Where it is one of yours, add the key to the published setting "senders" (其他环境的密钥), have that approved, and import again.`,
    `文件用这个环境不认识的密钥签名，没有接收。发送方自称“${name}”。确是本公司的环境，请与对方核对密钥后写入设置“其他环境的密钥”，审核发布后再导入；否则不要接收`,
    { name: String(name), key: String(key) },
    `文件 ${path} 用这个环境不认识的密钥 ${key} 签名，没有接收；发送方自称“${name}”。确是本公司的环境，请与对方核对密钥后写入设置“其他环境的密钥”，审核发布后再导入；否则不要接收。`,
  );
}
