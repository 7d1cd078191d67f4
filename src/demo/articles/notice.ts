import { chineseDay } from '../calendar.ts';
import { makePdf } from '../files/pdf.ts';
import type { Dice } from '../random.ts';
import { plainLines, signature, type AttachmentPlan, type Story } from './draft.ts';
import type { Tell, StoryParts } from './story.ts';

/** The form of formal notices; most have their signed text as a PDF. */
export const FIRM = '示例证券有限公司';

/** The signed text of a notice as an archived PDF. */
function signedPdf(title: string, blocks: string[], day: string): AttachmentPlan {
  const paragraphs = blocks.flatMap(plainLines).filter((line) => line !== FIRM && line !== chineseDay(day));
  return {
    filename: `${title}.pdf`,
    extension: 'pdf',
    make: () => makePdf({ title, paragraphs, signature: [FIRM, chineseDay(day)] }),
  };
}

/** A formal notice: greeting, text, signature. Where `archived`, the signed text is attached as a PDF, too. */
export function notice({ title, blocks }: StoryParts, day: string, archived: boolean): Story {
  const signed = [...blocks, signature(FIRM, chineseDay(day))];
  return { title, blocks: signed, attachments: archived ? [signedPdf(title, blocks, day)] : [] };
}

/** Makes formal notices of stories; `archived` says whether they have a PDF, or what share of them. */
export const notices =
  (archived: number | boolean, tell: Tell) =>
  (random: Dice, day: string): Story => {
    const story = tell(random, day);
    return notice(story, day, typeof archived === 'number' ? random.chance(archived) : archived);
  };
