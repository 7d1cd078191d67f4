/** CK8: words that the advertising law forbids, and phrases in which they are harmless. */
export interface AdvertWords {
  words: readonly string[];
  phrases: readonly string[];
}

/** Absolute terms and promises of a return (广告法第九条、第二十五条), while a firm has published no list of its own. */
export const USUAL_ADVERT_WORDS: AdvertWords = {
  words: [
    '国家级', '世界级', '宇宙级', '最高级', '最佳', '最优', '最强', '最大化收益', '最权威', '最专业',
    '最先进', '最赚钱', '最安全', '最可靠', '全国第一', '全球第一', '世界第一', '亚洲第一', '行业第一', '业内第一',
    '排名第一', '收益第一', '销量第一', '第一品牌', '独一无二', '绝无仅有', '史无前例', '前无古人', '首屈一指', '极品',
    '顶级', '保本保息', '保本保收益', '保本高收益', '本金无忧', '稳赚', '稳赢', '包赚', '只赚不赔', '只涨不跌', '必赚',
    '必涨', '躺赚', '零风险', '无风险', '低风险高收益', '百分百收益', '100%收益', '保证收益', '承诺收益', '收益保证',
    '保底收益', '保证盈利', '保证本金', '承诺保本', '刚性兑付', '高枕无忧', '一夜暴富', '内幕消息', '预期收益率保证',
  ],
  phrases: [
    '最近', '最后交易日', '第一季度', '第一大股东', '最高人民法院', '最高人民检察院', '最高级别', '最优五档', '最优报价',
    '最优价格', '最优成交', '最优执行', '本方最优', '对方最优', '对手方最优', '最优惠', '最佳执行', '最佳实践', '最佳估计',
    '顶级域名', '无风险利率', '无风险收益', '无风险套利', '无风险资产', '无风险报酬', '非刚性兑付', '打破刚性兑付',
  ],
}; // prettier-ignore

const SENTENCE_ENDS = /[。！!？?\n]/;
/** Words of a sentence that warns of such promises, or reports a breach. */
const WARNING =
  /骗|诈|陷阱|非法|违规|违法|违反|虚假|误导|夸大|警惕|谨防|防范|抵制|切勿|不得|不要|不能|禁止|严禁|轻信|处罚|罚款|警示|责令|投诉|风险提示|误区|打破|怀疑|冒用|冒充|所谓|声称|号称|说法|退群|凡/;
/** Names of awards are names. */
const AWARD = /奖|评选|荣获|获评|榜/;
const ABSOLUTE = /^最|第一/;
const NEGATED = /(?:不|未|无|非|没有|难以|谨慎)[^，,；;]{0,8}$/;

/** @returns a function that finds the words of a text, each once, in the order of the text; CK8 */
export function advertWordFinder({ words, phrases }: AdvertWords): (text: string) => string[] {
  if (words.length === 0) return () => [];
  // the longest first: a word within another one is no second finding
  const longest = words.toSorted((one, other) => other.length - one.length);
  const any = new RegExp(longest.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
  return (text) => {
    if (text.search(any) < 0) return [];
    const found = text.split(SENTENCE_ENDS).flatMap((sentence) =>
      WARNING.test(sentence)
        ? []
        : [...sentence.matchAll(any)].flatMap(({ 0: word, index }) => {
            const isHarmless =
              isWithin(sentence, index, word, phrases) ||
              NEGATED.test(sentence.slice(Math.max(0, index - 12), index)) ||
              (ABSOLUTE.test(word) && AWARD.test(sentence));
            return isHarmless ? [] : [word];
          }),
    );
    return [...new Set(found)];
  };
}

/** Whether a word stands there as part of a phrase. */
const isWithin = (text: string, at: number, word: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => {
    for (let offset = phrase.indexOf(word); offset >= 0; offset = phrase.indexOf(word, offset + 1))
      if (text.startsWith(phrase, at - offset)) return true;
    return false;
  });
