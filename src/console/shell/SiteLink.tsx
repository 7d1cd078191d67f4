/** The public site, beside the console. */
export const SiteLink = () => (
  <a href="/" target="_blank" rel="noopener" className="bar-link">
    查看网站
  </a>
);
