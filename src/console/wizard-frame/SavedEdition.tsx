import { Alert } from 'antd';
import { Link } from 'react-router-dom';

/** The end of a way from a file to an edition. @param title '这个文件已保存为稿件' */
export const SavedEdition = ({ title, editionId }: { title: string; editionId: number }) => (
  <Alert
    type="success"
    showIcon
    title={title}
    description={<Link to={`/editions/${editionId}`}>{`打开第 ${editionId} 号稿件`}</Link>}
  />
);
