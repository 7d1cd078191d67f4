import { withoutHidden } from '../text/hidden-characters.ts';
import { compatible } from '../text/unicode-forms.ts';

/**
 * PB3: whether two names mean one person, where two are asked for: width, case, spaces and hidden characters do not
 * count.
 */
export const isSameName = (one: string, other: string): boolean => comparable(one) === comparable(other);

/** Nothing of such a name can be seen. */
export const isBlankName = (name: string): boolean => comparable(name) === '';

/** words behind a name in speech about somebody, in both scripts */
const HONORIFIC = /(先生|女士|小姐|老师|老師|经理|經理|总监|總監|主任|同志)$/u;

/** RG32: a name as it is asked for without 先生, 女士, 经理 behind it; the same where nothing of a name would be left. */
export function withoutHonorific(words: string): string {
  const name = words.replace(HONORIFIC, '').trim();
  return [...name].length < 2 ? words : name;
}

const comparable = (name: string): string => withoutHidden(compatible(name).toLowerCase()).replaceAll(/\s/gu, '');

/** Surnames of four in five persons, in both scripts. */
export const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬羅鄭許韓馮鄧蕭葉蘇魏呂盧鐘譚陸範賈韋鄒閻賀龔';

/** Other surnames of one character, which are words and parts of words as well. */
const RARER_SURNAMES =
  '柳柯戚褚尤施华章葛鲁苗俞费岑倪滕殷毕安乐齐康伍穆祁臧庞纪舒屈项祝阮蓝季童颜梅盛骆樊凌霍虞柏管洪包左吉邢裴翁曲封储靳焦巴甘詹卓蔺屠蒙池乔翟申冉桑桂牛寿边燕尚温庄晏柴瞿连艾容古易戈耿匡文欧聂辛简饶关荆游竺权';

/** All surnames of one character that are known here, in simplified script and beside them the commonest in the other. */
export const ALL_SURNAMES = SURNAMES + RARER_SURNAMES;

/** Surnames of two characters. */
const DOUBLE_SURNAMES = [
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '夏侯',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '司徒',
  '令狐',
  '东方',
];

/** The surname at the end of a text, behind which a given name would follow; '' for none. */
export function surnameAtEnd(text: string): string {
  const double = DOUBLE_SURNAMES.find((surname) => text.endsWith(surname));
  const last = [...text].at(-1) ?? '';
  return double ?? (ALL_SURNAMES.includes(last) ? last : '');
}
