import { createHash } from 'node:crypto';
import type { Dice } from './random.ts';

/** Weights of surnames in 1000, by their frequency in the country; the rest is shared by the rare ones. */
const COMMON = `王71 李70 张67 刘51 陈46 杨32 黄24 赵22 吴21 周20 徐18 孙16 马15 朱14 胡13 郭13 何13 林12 高12 罗11`;
const TAIL =
  '郑 梁 谢 宋 唐 许 韩 冯 邓 曹 彭 曾 肖 田 董 袁 潘 于 蒋 蔡 余 杜 叶 程 苏 魏 吕 丁 任 沈 姚 卢 姜 崔 钟 谭 陆 汪 范 金 石 廖 贾 夏 韦 付 方 白 邹 孟 熊 秦 邱 江 尹 薛 闫 段 雷 侯 龙 史 陶 黎 贺 顾 毛 郝 龚 邵 万 钱 严 覃 武 戴 莫 孔 向 汤'.split(
    ' ',
  );
const DOUBLE = ['欧阳', '司马', '上官', '诸葛'];

const surnames: { name: string; upTo: number }[] = [];
let weight = 0;
for (const entry of COMMON.split(' ')) surnames.push({ name: entry[0]!, upTo: (weight += Number(entry.slice(1))) });
for (const name of TAIL) surnames.push({ name, upTo: (weight += (998 - 561) / TAIL.length) });
for (const name of DOUBLE) surnames.push({ name, upTo: (weight += 0.5) });

/** Seasons, plants, water and hills: invented words that sound like given names. */
const WHOLE =
  `谷雨 清和 云舒 知秋 星河 松涛 若溪 望舒 嘉禾 明澈 安澜 予宁 景行 怀瑾 牧川 思齐 听澜 向晚 书砚 闻笛 沐阳 清越 知微 砚秋 予安 南乔 若谷 怀远
云帆 映雪 青禾 疏影 静川 行舟 念初 允和 晴川 疏桐 望岳 听松 屿宁 溪亭 攸宁 修远 嘉言 令仪 维桢 乐成 既明 照野 有恒 鹿鸣 采薇 芷若 汀兰 秋白 冬青 夏初 春晖
立言 澄怀 观澜 临川 素心 未央 子衿 清扬 婉清 如故 拾光 栖迟 长庚 启明 朝暄 暮云 霁月 岫云 山月 川柏 竹溪 荷举 枫林 桐语 梓涵 杏林 榆阳 槐安 柏舟 松筠`.split(
    /\s+/,
  );
/** First and second halves of given names; every pair makes a name. */
const FRONT = [
  ...'清云知若星景怀明安予嘉思望书闻沐静行允晴修令维既照澄观临素启朝霁雨宜承文彦博宇俊晓梦雅诗语欣佳晨逸泽浩睿',
];
const BACK = [
  ...'和舒秋溪河行瑾澈澜宁禾齐川阳越微砚安远帆初舟岳松言仪桢成野恒晖怀心央扬光庚月云柏林筠然轩霖涵萱妍彤琪瑶钰峰',
];
const SINGLE = [...'澈澜宁溪禾川砚帆舟岳晖昀昕霁霖筠桐柏枫樾屿峤岚嵘琛瑾瑜珩琰璟彦钧铮锐毅诚恺恒悦怡婧妍莹蕙蓁菡苒'];

/**
 * First characters of the SHA-256 of the full names of public persons in the industry (chairs, officials, analysts).
 * Only hashes are kept, because a list of people does not belong in a repository. Row generators draw again when a name
 * is on this list.
 */
const BLOCKED = new Set(
  `060991ddaa 0733127318 073c04d273 077e4a06a1 07b1a0eea8 0a0d6ee1dd 0b82b88d47 0c02021c91 0d47b23f62 0eeea307d9 0f74f35c46
105a7134f3 11badca4d9 11d3634f43 12d9189df9 142114a656 1618620880 16d46151e3 179fa2ea4b 1a6ded82fb 1a8b3d8c0b 1ad311ae35
1b22645ca5 1c760eb489 1c8eded37f 1e823941f1 24f4adbcb0 25ae7e025c 27585327fa 27b4f3f91b 27e8e1732f 288dffba21 28952707c0
2bbd092dd6 2ca5266659 2e4aebc269 2eb6d2d79c 30efb4117a 3140edb42a 32fce3b921 35484d9720 369f4c652e 36ecbf49be 3a9eb9e710
3ad794c112 3b3041955b 3d6ca94f71 3db833966c 3f3c683272 3f5f818494 400111a4cf 4384cd6f43 450805ab31 4512a88b23 4787347c88
4817dca802 48390ec671 48edbf2363 49a83e44c0 4a6956ec96 4ba9e7bbb5 4db01c1f9d 4e85a75731 4eaf881128 4fa808358e 5165e16e78
51d791c2ef 5243e3ee59 525432c303 5344bf3a5c 534d8798d2 549b86f104 54db13255e 54ebb5c558 55f050ef48 562207628f 5c9cfd7da1
5c9d831b2a 5f870ef57d 61093adec1 6125e80ab0 620c124767 62431bd965 661a2a1677 686d86f953 69c3755e0b 6af3574248 6b7ea90f1f
6bcf54e841 6d05cfe955 6e71db9db3 6e94c4e9e0 6e9c21fae0 6f3f374292 6fccc162a3 70ff24cffb 711e778ad6 71360af53d 7143442f18
730b0c5f4c 733b0a10d9 756a382469 759fb92281 76cc769939 76de48bf6e 779020c1c9 7b40814b4d 7b87244daa 7bfb428096 7c7da26d2e
7c89d14809 7da2a3ee72 7ddeceb44a 7eee8a94b1 80a45fbaa2 816e6214dd 8247f5832b 880f427b63 89d1f92b7a 8aa0dc2579 8ac9540bf3
8ad9517385 8ca8c1c0ba 8ceb12f0b3 8decd89c31 8e855455c0 8fb198d126 9249d9f543 93f8e74af9 94ad289837 94c1056cec 95b33c5912
95f55f1a5b 9650e399ef 96513d1282 96f897b0c7 9712ce5631 974df8d037 97924c580a 9b4375ade5 9c8b560ce0 9d21fc8f58 9d98513c80
9e39599fe4 9f58c44dca a17dc57d21 a246b0adf4 a24fdad766 a3a0bafd0b a452e1f2a5 a54f1f8222 a641a75e30 a6c1335c6a aa22710284
aa4ac1c835 aa5669b2ea ab6e72ef6a acd54553d9 af28b4f04f afc820e369 b0e9f9f9ac b2db8635aa b3275abe68 b4f47cb068 b54e3f1477
b5ceb5945d b5cf68b341 b5d95b222f b6413e1a90 b7a17b4370 b7da4482d2 b7e62df326 b7e93e807b b940c5c62a b95f9e92bb bb1dc81d09
bb5310d76e bb8b602924 bd94e23b9c bdbced142a bee298a703 bf3d334a5d c150773bcf c1a574cfea c7687d159e c7ee76d58d c896412c5f
c8d95c9047 c952ced8f0 ca806ab6c4 cb4477ce99 cb8f180dee cb91259340 cf5cb80a0b cfad48dd55 cfecc59f0e d0665fdbe3 d0a4cb49be
d172da4419 d1d51d7a7c d282a8d827 d3147e710b d392145823 d45160da4b d4632f7a4c d5ea3bd4af d6889af054 dc0bbf2ec6 dd5ef9e526
de077a6aff de156ba09c de9c22ba6c ded72d18f0 def8834c3d df7e60e3c7 e00aa3778c e066c1470c e17c5be738 e3414521cd e365423faf
e40ff2b1af e41eac3c9d e485fe4307 e5bb64d732 e5f1e3d0ca e7ebc84539 e8ce75d1a9 ecde0f7e68 eeff2a2802 efa8af3114 f02bc9d329
f05bbf6ae2 f0ac5d6d54 f139129222 f356017055 f3dc3cd4e8 f61a04d14c f759ae885f f9069cd01a fd654828f4 ff20079b7d ff8a7827b1`.split(
    /\s+/,
  ),
);

/** An invented name of two to four characters. */
export function personName(random: Dice): string {
  for (;;) {
    const name = surname(random) + givenName(random);
    if (!isBlocked(name)) return name;
  }
}

export const isBlocked = (name: string): boolean =>
  BLOCKED.has(createHash('sha256').update(name).digest('hex').slice(0, 10));

function surname(random: Dice): string {
  const at = random.next() * weight;
  return surnames.find((entry) => at < entry.upTo)!.name;
}

function givenName(random: Dice): string {
  if (random.chance(0.15)) return random.pick(SINGLE);
  if (random.chance(0.3)) return random.pick(WHOLE);
  const front = random.pick(FRONT);
  let back = random.pick(BACK);
  while (back === front) back = random.pick(BACK);
  return front + back;
}
