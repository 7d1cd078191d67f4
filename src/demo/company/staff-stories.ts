import { list, object, text } from '#page/schema-words.ts';
import { h2, p, type Story } from '../articles/draft.ts';
import { readTexts } from '../read-texts.ts';

/** Invented employees, described by colleagues. */
const PEOPLE = readTexts(
  new URL('./staff-stories.json', import.meta.url),
  list(
    object({
      name: text(),
      post: text(),
      headline: text(),
      lead: text(),
      scene: text(),
      words: text(),
      after: text(),
      facts: text(),
    }),
  ),
);

export const STAFF_STORIES = PEOPLE.length;

const portrait = (name: string): string => `<p><img src="{picture}" alt="${name}的肖像" width="240" height="320"></p>`;

/** 员工风采: one portrait and one story for each person. */
export function staffStory(rowNo: number): Story {
  const one = PEOPLE[rowNo % PEOPLE.length]!;
  return {
    title: `${one.name}：${one.headline}`,
    picture: `portrait:${one.name}`,
    source: '人力资源部',
    blocks: [
      p(`${one.name}，${one.post}。`),
      portrait(one.name),
      p(one.lead),
      p(one.scene),
      h2(one.words),
      p(one.after),
      p(one.facts),
      p('人物与故事均为演示内容，肖像为程序绘制。'),
    ],
  };
}
