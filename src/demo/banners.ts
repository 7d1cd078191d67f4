import type { BannersSetting } from '#page/settings/banners.ts';

/** Banners of the home page (ad list 4); each has its own background, drawn from a seed. */
export const demoBanners: BannersSetting = [
  {
    title: '以专业之道\n守信义之托',
    text: '为每一位投资者，提供看得清、查得到、信得过的服务',
    drawing: 'waves',
    seed: 12,
    links: [
      { title: '网上开户', path: '/openAccount' },
      { title: '下载交易软件', path: '/serve/download' },
    ],
  },
  {
    title: '先核验\n再信任',
    text: '接到荐股、理财电话，输入姓名或编号，一查便知对方是否为公司人员',
    drawing: 'rings',
    seed: 5,
    links: [
      { title: '人员核验', path: '/verify' },
      { title: '产品核验', path: '/verify?kind=product' },
    ],
  },
  {
    title: '两融标的与折算率\n每个交易日更新',
    text: '逐日留存，调入调出一目了然，可下载整张名单',
    drawing: 'strata',
    seed: 21,
    links: [
      { title: '可充抵保证金证券', path: '/serve/margin/conver-rate' },
      { title: '标的证券及保证金比例', path: '/serve/margin/deposit-ratio' },
    ],
  },
  {
    title: '理性投资\n从读懂规则开始',
    text: '投资者教育基地的课程与案例，写给第一次开户的人，也写给老股民',
    drawing: 'waves',
    seed: 33,
    links: [{ title: '进入投资者教育', path: '/publicChannel/investorEdu' }],
  },
  {
    title: '该公开的\n都在这里',
    text: '人员资格、产品信息、收费标准，二十余类公示，注明数据日期与责任部门',
    drawing: 'rings',
    seed: 18,
    links: [{ title: '查看信息公告', path: '/publicChannel' }],
  },
];
