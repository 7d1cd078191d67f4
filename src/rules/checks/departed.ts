const ROLES =
  '分析师|研究员|投资顾问|投资经理|基金经理|客户经理|理财经理|保荐代表人|项目协办人|财务顾问主办人|交易员|经纪人|联系人|经办人|负责人';
const NAMED = new RegExp(`(?:${ROLES})(?:为|是)?[：:\\s]{0,2}([\\p{Script=Han}·]{2,4})`, 'gu');
/** Signs and words that end a name. */
const NAME_ENDS =
  /^(?:$|[^\p{Script=Han}·]|先生|女士|等|为|在|担任|认为|表示|指出|分析|负责|介绍|说|和|与|及|的|将|现任)/u;
/** Words of a sentence that tells of a departure, or of the past. */
const LEAVING = /离职|离任|离岗|离开|注销|辞职|辞任|辞去|退休|原|前任|曾|不再|免去|变更|接替|更换|终止|调离|去世/;

/** CK7: names of persons that a text names by a role as of now; of each the names that may be meant, the longest first. */
export function personsInOffice(text: string): string[][] {
  return text.split(/[。！？\n]/).flatMap((sentence) =>
    LEAVING.test(sentence)
      ? []
      : [...sentence.matchAll(NAMED)].flatMap((match) => {
          const begin = match.index + match[0].length - match[1]!.length;
          const names = [4, 3, 2]
            .filter((length) => match[1]!.length >= length && NAME_ENDS.test(sentence.slice(begin + length)))
            .map((length) => sentence.slice(begin, begin + length));
          return names.length > 0 ? [names] : [];
        }),
  );
}
