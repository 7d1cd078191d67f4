import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import characterTable from 'opencc-js/dict/STCharacters';
import phraseTable from 'opencc-js/dict/STPhrases';
import furtherPhrases from 'opencc-js/dict/STPhrases_GeneratedFromRegionalPhrases';
import variantTable from 'opencc-js/dict/TWVariants';
import { describe, expect, it } from 'vitest';
import { scriptPhrases } from '#page/script-phrases.ts';
import { toTraditional } from '#page/to-traditional.ts';
import { readCharacters } from '#rules/script/script-characters.ts';
import { createConverter, readPhrases } from '#rules/script/script-converter.ts';
import { wordsInBoth } from './script-word-list.ts';

const pairs = (table: string) => table.split('|').map((pair) => pair.split(' ') as [string, string]);
const characters = readCharacters(characterTable, variantTable);
const variants = new Map(pairs(variantTable));
/** all 49,000 phrases of OpenCC, as Taiwan writes them */
const opencc = new Map(
  [...pairs(furtherPhrases), ...pairs(phraseTable)].map(([from, to]) => [
    from,
    [...to].map((character) => variants.get(character) ?? character).join(''),
  ]),
);
const byAll = createConverter({ characters, words: Object.fromEntries(opencc) });
const byCharacters = createConverter({ characters, words: {} });

/** Forms that stand side by side: OpenCC's, and that of the characters, which is in use, too. */
const BOTH_IN_USE = new Map(
  '佈布 瞭了 鍊煉 蹟跡 歎嘆 巖岩 嶽岳 燬毀 鉅巨 硃朱 孃娘 傢家 俱具 谿溪 僱雇 淒悽 菸煙 蓆席 柺拐 伕夫 侷局 蒐搜 牴抵 瀰彌 盪蕩 殭僵 舖鋪 昇升 夥伙 迴回 摺折 釦扣 唸念'
    .split(' ')
    .map((pair) => [pair[0]!, pair[1]!]),
);
const inUse = (text: string): string => [...text].map((one) => BOTH_IN_USE.get(one) ?? one).join('');

/** Words where OpenCC with all its phrases sees a word that two others make, or has none: our form is right. */
const OURS_IS_RIGHT = [
  ['页签', '頁籤'],
  ['转签', '轉簽'],
  ['网签', '網簽'],
  ['面签', '面簽'],
  ['时签', '時簽'],
  ['之托', '之託'],
  ['崔 钟 谭', '崔 鐘 譚'],
  ['统一准入', '統一准入'],
  ['认为准予', '認為准予'],
  ['时间不准', '時間不準'],
  ['拿不准', '拿不準'],
  ['同一只', '同一隻'],
  ['好几只', '好幾隻'],
  ['调只影响', '調只影響'],
  ['指定只影响', '指定只影響'],
  ['，只影响', '，只影響'],
  ['并联系', '並聯繫'],
  ['冲正', '沖正'],
  ['同一并', '同一並'],
  ['，并为', '，並為'],
  ['购买', '購買'],
  ['并购买', '並購買'],
  ['杠杆', '槓桿'],
  ['并回复', '並回覆'],
  ['一回复', '一回覆'],
  ['编制', '編製'],
  ['人员编制', '人員編制'],
  ['证据别', '證據別'],
  ['净值里', '淨值裡'],
  ['日里', '日裡'],
  ['文本里', '文本裡'],
  ['长江干线', '長江幹線'],
  ['，占上年', '，佔上年'],
  ['高几个点', '高幾個點'],
  ['向下游扩散', '向下游擴散'],
  ['之一出席', '之一出席'],
  ['行复议', '行複議'],
  ['部分合并', '部分合併'],
] as const;

/** Places of a text where we write otherwise than all of OpenCC, and wrongly. */
function wrongPlaces(text: string): string[] {
  const [all, ours] = [inUse(byAll(text)), inUse(toTraditional(text))];
  if (all === ours) return [];
  const right = new Set(
    OURS_IS_RIGHT.flatMap(([simplified, traditional]) =>
      [...text.matchAll(new RegExp(simplified, 'g'))]
        .filter(({ index }) => toTraditional(text).startsWith(traditional, index))
        .flatMap(({ index }) => Array.from(simplified, (_one, at) => index + at)),
    ),
  );
  return Array.from({ length: text.length }, (_one, at) => at)
    .filter((at) => all[at] !== ours[at] && !right.has(at))
    .map((at) => `${text.slice(Math.max(0, at - 4), at)}[${ours[at]}/${all[at]}]${text.slice(at + 1, at + 4)}`);
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n');

describe('[LG7] words come from OpenCC first', () => {
  const phrases = Object.entries(readPhrases(scriptPhrases, characters));

  it('each as OpenCC writes it for Taiwan, or a word that ends before another begins', () => {
    const others = phrases.filter(([word, written]) => (opencc.get(word) ?? byCharacters(word)) !== written);
    expect(others).toEqual([]);
    expect(phrases.length).toBeGreaterThan(1_500);
  });

  it('none that its characters get right, but to end before another begins', () => {
    const [, , asTheyAre = ''] = scriptPhrases.split(/(?:^|\n)(=:)|\n(?=\S+:)/);
    const unchanged = new Set(asTheyAre.split(/\s+/));
    const idle = phrases.filter(([word, written]) => !unchanged.has(word) && byCharacters(word) === written);
    expect(idle).toEqual([]);
  });
});

describe('[LG7] what is written wrongly', () => {
  it('of more than 700 words of the trade, of names, places, measures and history: none', () => {
    const wrong = wordsInBoth.filter(([simplified, traditional]) => toTraditional(simplified) !== traditional);
    console.log(`${wrong.length} of ${wordsInBoth.length} words are written wrongly`);
    expect(wrong.map(([simplified]) => `${simplified} ${toTraditional(simplified)}`)).toEqual([]);
    expect(wordsInBoth.length).toBeGreaterThan(700);
  });

  it('in the texts of the demonstration: nothing', () => {
    const texts = [...globSync('page-schemas/**/*.json'), ...globSync('src/demo/**/*.{ts,json,md,csv,txt}')].flatMap(
      linesOf,
    );
    const wrong = texts.flatMap(wrongPlaces);
    console.log(
      `${wrong.length} places of ${texts.join('').length} characters of the demonstration are written wrongly`,
    );
    expect(wrong).toEqual([]);
    expect(texts.length).toBeGreaterThan(10_000);
  });
});

const constitution = join(process.env.CORPORA_DIR ?? '', 'opencc/us_constitution_zhs.txt');
const there = process.env.CORPORA_DIR !== undefined && existsSync(constitution);
if (!there) console.log('CORPORA_DIR is not set or has no opencc/us_constitution_zhs.txt: that text was not tried');

it.skipIf(!there)('[LG7] in the constitution of another country nothing is written wrongly', () => {
  const wrong = linesOf(constitution).flatMap(wrongPlaces);
  console.log(`${wrong.length} places of that text are written wrongly`);
  expect(wrong).toEqual([]);
});

describe('[LG8] names of persons in running text', () => {
  it.each([
    ['请联系余先生或者范冰经理', '請聯繫余先生或者范冰經理'],
    ['联系人：钟声，电话见下', '聯繫人：鍾聲，電話見下'],
    ['董事范仲、监事余秋雨出席', '董事范仲、監事余秋雨出席'],
    ['独立董事郁达担任主席', '獨立董事郁達擔任主席'],
    ['苏谷雨女士说，谷雨之后', '蘇谷雨女士說，穀雨之後'],
    ['于小姐、王后山先生', '于小姐、王后山先生'],
  ])('%s', (simplified, traditional) => {
    expect(toTraditional(simplified)).toBe(traditional);
  });

  it.each([
    ['其余经理，剩余董事', '其餘經理，剩餘董事'],
    ['规范经理人的模范先生', '規範經理人的模範先生'],
    ['客户余额、经理范围，十分钟先生', '客戶餘額、經理範圍，十分鐘先生'],
    ['由于经理缺席，请于董事会召开前答复', '由於經理缺席，請於董事會召開前答覆'],
    ['旅游经理与上游研究员', '旅遊經理與上游研究員'],
  ])('are no names: %s', (simplified, traditional) => {
    expect(toTraditional(simplified)).toBe(traditional);
  });
});

it.each([
  ['里长与邻里的里长办公室', '里長與鄰里的里長辦公室'],
  ['公司里长期持有，家里长大', '公司裡長期持有，家裡長大'],
  ['合同里约定，协议里约定，基金里约有三成', '合同裡約定，協議裡約定，基金裡約有三成'],
  ['表格里填写，银行卡里的余额，委托里注明', '表格裡填寫，銀行卡裡的餘額，委託裡註明'],
  ['不同里程的里约奥运会', '不同里程的里約奧運會'],
  ['特里·布里奇与阿布·哈里斯在公司里', '特里·布里奇與阿布·哈里斯在公司裡'],
  ['新德里、克里米亚、居里夫人、卡路里、格里历', '新德里、克里米亞、居里夫人、卡路里、格里曆'],
])('[LG7] 里 is a place or an inside: %s', (simplified, traditional) => {
  expect(toTraditional(simplified)).toBe(traditional);
});

it('[LG3] what is a unit behind a figure is no inside', () => {
  expect(toTraditional('距网点500里，12里外，第3里面')).toBe('距網點500里，12里外，第3裡面');
});
