/** Surnames of four in five persons. */
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬羅鄭許韓馮鄧蕭葉蘇魏呂盧鐘譚陸範賈韋鄒閻賀龔';
const NAME = new RegExp(`^[${SURNAMES}][\\u4e00-\\u9fff]{1,2}$`, 'u');

/**
 * Whether words may be a person's: a name, an address, a number of a card, an account, a telephone or a certificate.
 */
export const isPerhapsPersonal = (words: string): boolean =>
  /[@＠]|(?:[0-9０-９][\s-]?){5}/u.test(words) || words.split(/\s/u).some((word) => NAME.test(word));
