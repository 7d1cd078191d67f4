import type { Program } from './program.ts';

/** Written by hand in the markup of articles of WeChat (mp.weixin.qq.com, saved pages) and of its editors. */
export const wechat: Program = {
  program: 'wechat',
  cases: [
    {
      name: 'a picture that is loaded later',
      html: `<section><img data-src="https://mmbiz.qpic.cn/mmbiz_png/x/640?wx_fmt=png" data-ratio="0.6" alt="收益图" src="data:image/svg+xml,x"></section><p>图后文字</p>`,
      becomes: `<p>图后文字</p>`,
      told: { pictures: [1, '收益图'] },
    },
    {
      name: 'sound, film and a card',
      html: `<section><mpvoice name="音频"></mpvoice><mp-common-videosnap></mp-common-videosnap><mp-common-profile data-nickname="甲"></mp-common-profile></section><iframe data-src="https://v.qq.com/x"></iframe><p>正文</p>`,
      becomes: `<p>正文</p>`,
      told: { media: [4] },
    },
    {
      name: 'a whole article that its script shows',
      html: `<div class="rich_media_content" id="js_content" style="visibility: hidden; opacity: 0;"><p>正文</p></div>`,
      becomes: `<div><p>正文</p></div>`,
      told: {},
    },
    {
      name: 'words that keep a place',
      html: `<section style="visibility:hidden;opacity:0">占位</section><section style="height:0;overflow:hidden">藏</section><section style="font-size:0"><span>零</span><span style="font-size:16px">见</span></section><p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p>`,
      becomes: `<div>见</div>`,
      told: { hidden: [3, '占位', '藏', '零'] },
    },
    {
      name: 'bold by style around a leaf',
      html: `<section><p style="font-weight:bold"><span leaf="">重要提示</span></p><p><span style="color:rgb(255,0,0)"><span leaf="">红字</span></span></p></section>`,
      becomes: `<div><p><strong>重要提示</strong></p><p>红字</p></div>`,
      told: { colours: [1] },
    },
    {
      name: 'a picture behind the words',
      html: `<section style="background-image:url('https://mmbiz.qpic.cn/a.png')"><p>正文</p></section><svg viewBox="0 0 1 1"><text>图内文字</text></svg>`,
      becomes: `<div><p>正文</p></div>`,
      told: { backgrounds: [1], drawings: [1, '图内文字'] },
    },
    {
      name: 'a link into WeChat',
      html: `<p><a href="weixin://dl/business">打开微信</a></p>`,
      becomes: `<p><a>打开微信</a></p>`,
      told: { links: [1, '打开微信'] },
    },
  ],
};
