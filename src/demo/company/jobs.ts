import { choice, text } from '#page/schema-words.ts';
import { addDays } from '../calendar.ts';
import { dice } from '../random.ts';
import { readRows } from '../read-texts.ts';
import { countOf, permanent, type RegisterHistory, type Row } from '../registers/history.ts';

const POSTS = readRows(new URL('./jobs.csv', import.meta.url), {
  title: text(),
  department: text(),
  education: choice(['1', '2', '3']),
  duty: text(),
});

const CITIES = ['上海', '上海', '北京', '深圳', '杭州', '南京', '成都', '武汉', '广州', '西安'];
/** letter in the number of a job, by category */
const LETTERS = { '1': 'X', '2': 'Z', '3': 'S' } as const;
const MAIL = { '1': 'campus@shili.example', '2': 'hr@shili.example', '3': 'intern@shili.example' } as const;

/** 招聘岗位: 40 posts. Some are offered both to graduates and to experienced people. */
function jobRow(place: number, day: string): Row {
  const random = dice('job', place);
  const { title, department, education, duty } = POSTS[place % POSTS.length]!;
  const category = (['2', '1', '3', '2', '1'] as const)[place % 5]!;
  return {
    jobNo: `${LETTERS[category]}${String(1001 + place * 7)}`,
    title: category === '3' ? `${title}（实习）` : title,
    department,
    place: random.pick(CITIES),
    category,
    headcount: category === '2' ? random.int(1, 3) : random.int(2, 12),
    education: category === '3' ? '1' : education,
    duty,
    // the site opened four months before the newest content, and posts stay open some time after that
    deadline: addDays(day, 130 + random.int(1, 70)),
    mail: MAIL[category],
  };
}

export const jobs = (day: string, share: number): RegisterHistory =>
  permanent('job', day, () => Array.from({ length: countOf(40, share) }, (_, place) => jobRow(place, day)));
