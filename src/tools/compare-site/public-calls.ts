interface PublicCall {
  method: 'GET' | 'POST';
  path: string;
  query: string;
  /** body of a POST, as JSON */
  body?: object;
  /** path of a page that needs it; '' where only the browser asks */
  neededBy: string;
}

const get = (path: string, query: string, neededBy: string): PublicCall => ({ method: 'GET', path, query, neededBy });

/** Every call of website.md section 7 that reads, with params that the demonstration answers. */
export const PUBLIC_CALLS: readonly PublicCall[] = [
  get('/wscms/v1/cms/channellist', 'channelId=000100020001', '/sitemap'),
  get('/wscms/v1/cms/channels/infobaselist', 'channelIds=00010002000100020001', '/'),
  get('/wscms/v1/notice/webparam', 'code=sys.tracking', ''),
  get('/user/v1/info', 'queryType=1', ''),
  get('/business/v1/professional/investor/confirm/query', '', ''),
  get('/wscms/v1/news/columns', 'type=1', '/research/gfwz-rd'),
  get('/wscms/v1/ad/list', 'id=4', '/'),
  get('/wscms/v1/branch/provinces', '', ''),
  get('/wscms/v1/branch/list', 'pageNum=1&pageSize=10', '/branch'),
  get('/wscms/v1/notice/management', 'management=1', '/aboutUs/boardOfDirectors'),
  get('/wscms/v1/cms/infobaselist', 'channelId=00010002000100020001&topFlag=3&status=2', '/news/company'),
  get('/wscms/v1/cms/infocontent', 'id=1', '/publicChannel/complaint'),
  get('/wscms/v1/notice/privatefund', '', '/serve/products/privateFund'),
  get('/wscms/v1/notice/privateequity', '', '/publicChannel/privateEquityStaff'),
  get('/wscms/v1/notice/bondinvestment', '', '/publicChannel/bondInvestment'),
  get('/wscms/v1/notice/openacc', '', '/publicChannel/offsiteBranch'),
  get('/wscms/v1/notice/ibstaff', 'management=0', '/publicChannel/futuresIB'),
  get('/wscms/v1/notice/ibbranch', '', '/publicChannel/futuresIB?tab=branches'),
  get('/wscms/v1/notice/fundnet', '', '/publicChannel/openFund?tab=net-values'),
  get('/wscms/v1/notice/companyinfo', 'companyType=1', '/publicChannel/companyInfo'),
  get('/market/v2/publicfunds/referrer/list', 'fuzzyItem=802377', '/publicChannel/fundReferrer?fuzzyItem=802377'),
  get('/market/v1/publicfunds/referrer/list', 'fuzzyItem=802377', ''),
  get('/market/v1/advisor/info', '', '/publicChannel/investAdvisor'),
  get('/market/v1/marketer/announcement/info', 'marketerType=1', '/publicChannel/marketers'),
  get('/market/v1/front/announcement/info', 'infoId=fundSaleStaff', '/publicChannel/fundSaleStaff'),
  get('/wsfinmall/v2/fund/list', 'sortFlag=0', '/publicChannel/openFund'),
  get('/product/v1/common/info/list', 'orderBy=0&internalProdMark=8', '/publicChannel/finProductInfo'),
  get('/retail/v1/notice/etfpurchqlfy', '', '/publicChannel/etfQualify'),
  {
    method: 'POST',
    path: '/wscms/v1/news/list',
    query: '',
    body: { columnId: 'gfwz-swyj', pageNum: 1, pageSize: 10 },
    neededBy: '/research/gfwz-swyj',
  },
];
