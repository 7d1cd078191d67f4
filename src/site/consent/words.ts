/** Words of the dialog as written and in traditional script, which it says without the table of characters (LG3). */
export interface ConsentWords {
  titles: readonly [privacy: string, agreement: string, notice: string];
  actions: readonly [next: string, agree: string, close: string];
  version: string;
  loading: string;
  failed: string;
  inPage: string;
  close: string;
  again: string;
}

export const SIMPLIFIED: ConsentWords = {
  titles: ['隐私政策', '用户协议', '法律声明'],
  actions: ['下一步', '我已阅读并同意', '我知道了'],
  version: '版本日期',
  loading: '正在加载…',
  failed: '内容暂时无法显示，请重试，或关闭后继续浏览公开信息。',
  inPage: '在页面中阅读',
  close: '关闭',
  again: '重试',
};

export const TRADITIONAL: ConsentWords = {
  titles: ['隱私政策', '用戶協議', '法律聲明'],
  actions: ['下一步', '我已閱讀並同意', '我知道了'],
  version: '版本日期',
  loading: '正在加載…',
  failed: '內容暫時無法顯示，請重試，或關閉後繼續瀏覽公開信息。',
  inPage: '在頁面中閱讀',
  close: '關閉',
  again: '重試',
};
