import type { Surround } from '#page/page-schema.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { QR } from '#wire/paths.ts';
import { Logo } from './Logo.tsx';
import { TextSize } from './TextSize.tsx';

interface FooterProps extends Surround {
  /** the year in which the page was made, in Shanghai */
  year: string;
}

/** FT1–FT6: the content of the footer. The server renders it, scripts do not touch it. */
export function Footer({ firm, logo, links, year }: FooterProps) {
  const { friendlyLinks = [], memberCompanies = [], wealthApp } = firm;
  return (
    <div className="wrap">
      <div className="footer__row">
        {memberCompanies.length === 0 && !wealthApp && firm.name && (
          <div className="footer__firm">
            <Logo name={firm.name} englishName={firm.englishName} logo={logo} />
            <p>{firm.fullName}</p>
          </div>
        )}
        <Contact firm={firm} />
        <Group title="友情链接" links={friendlyLinks} />
        <Group title="成员公司" links={memberCompanies} />
        {wealthApp && (
          <section>
            <h2>官方APP</h2>
            <a href={wealthApp.download} target="_blank" rel="noopener external">
              <img
                className="qr"
                src={`${QR}/wealth-app.svg`}
                width="96"
                height="96"
                loading="lazy"
                alt={`${wealthApp.name}下载二维码`}
              />
              扫码下载{wealthApp.name}
            </a>
          </section>
        )}
      </div>
      <SmallPrint firm={firm} links={links} year={year} />
    </div>
  );
}

function Contact({ firm: { hotline, complaintPhone, addresses = [], zipCode, fax, email } }: Pick<Surround, 'firm'>) {
  if (![hotline, complaintPhone, ...addresses, zipCode, fax, email].some(Boolean)) return null;
  return (
    <section className="footer__contact">
      <h2>联系我们</h2>
      {addresses.map(({ title, text }) => (
        <p key={text}>
          {title}：{text}
        </p>
      ))}
      {hotline && (
        <p>
          客服热线：<a href={`tel:${hotline}`}>{hotline}</a>
        </p>
      )}
      {complaintPhone && (
        <p>
          投诉电话：<a href={`tel:${complaintPhone}`}>{complaintPhone}</a>
        </p>
      )}
      {zipCode && <p>邮政编码：{zipCode}</p>}
      {fax && <p>传真：{fax}</p>}
      {email && (
        <p>
          邮箱：<a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </section>
  );
}

function Group({ title, links }: { title: string; links: readonly { title: string; url: string }[] }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2>
        {title}
        <span className="unseen">（新窗口打开）</span>
      </h2>
      <ul className="footer__links">
        {links.map((link) => (
          <li key={link.url}>
            <a href={link.url} target="_blank" rel="noopener external">
              {link.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SmallPrint({ firm: { name, fullName, filings = {} }, links, year }: FooterProps) {
  const { icp, publicSecurity, ipv6 } = filings;
  return (
    <div className="footer__legal">
      <p>
        {links.map(({ title, path }) => (
          <SiteLink key={path} path={path}>
            {title}
          </SiteLink>
        ))}
        {/* the same for every page and mode: the server knows both */}
        <a href="/view/other" rel="nofollow">
          长辈版／标准版
        </a>
        <span>市场有风险，投资需谨慎</span>
      </p>
      <TextSize />
      <p>
        <span>
          版权所有 © {year} {fullName ?? name}
        </span>
        {[icp, publicSecurity].map(
          (filing) =>
            filing &&
            (filing.url ? (
              <a key={filing.text} href={filing.url} target="_blank" rel="noopener external">
                {filing.text}
              </a>
            ) : (
              <span key={filing.text}>{filing.text}</span>
            )),
        )}
        {ipv6 && <span>{ipv6}</span>}
      </p>
    </div>
  );
}
