import { list, object, text, type ValueOf } from '#page/schema-words.ts';
import { makePdf } from '../files/pdf.ts';
import type { Dice } from '../random.ts';
import { readTexts } from '../read-texts.ts';
import { bullets, h2, p, plainLines, type Story } from './draft.ts';

/** 防范非法证券活动 and 投资者教育: each article is written once; the list shows them in the order of the rows. */
const lesson = object({ title: text(), lead: text(), heading: text(), points: list(text()), close: text() });
type Lesson = ValueOf<typeof lesson>;

const lessonsOf = (name: string): Lesson[] =>
  readTexts(new URL(`./${name}-lessons.json`, import.meta.url), list(lesson));

export const FRAUD_LESSONS = lessonsOf('fraud');
export const EDUCATION_LESSONS = lessonsOf('education');

/** Paragraphs that go with lessons: one of `fraud` and then `help`, or one of `learning` and one of `closings`. */
const NOTES = readTexts(
  new URL('./lesson-notes.json', import.meta.url),
  object({
    fraud: list(text()),
    help: text(),
    learning: list(object({ heading: text(), text: text() })),
    closings: list(text()),
  }),
);

function tell({ title, lead, heading, points, close: end }: Lesson, more: string, close: string): Story {
  return {
    title,
    blocks: [p(lead), h2(heading), bullets(points), p(end), more, p(close)],
  };
}

export function fraudStory(rowNo: number, random: Dice): Story {
  return tell(FRAUD_LESSONS[rowNo]!, p(random.pick(NOTES.fraud)), NOTES.help);
}

export function educationStory(rowNo: number, random: Dice): Story {
  const { title, ...more } = EDUCATION_LESSONS[rowNo]!;
  const note = random.pick(NOTES.learning);
  const story = tell({ title, ...more }, h2(note.heading) + p(note.text), random.pick(NOTES.closings));
  story.source = '示例证券投资者教育基地';
  if (random.chance(0.25)) {
    const paragraphs = story.blocks.flatMap(plainLines);
    story.attachments = [
      {
        filename: `${title}（宣传折页）.pdf`,
        extension: 'pdf',
        make: () => makePdf({ title, paragraphs, signature: ['示例证券投资者教育基地'] }),
      },
    ];
  }
  return story;
}
