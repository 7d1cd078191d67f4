import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { CALL_BASE } from '#wire/paths.ts';

/** The API document, made from the routes' schemas; plain (not encrypted) at /swhy/service/docs. */
export async function documentationPlugin(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: '网站接口',
        version: '1',
        description:
          '回答均为加密文本：base64(IV, AES-256-CBC 密文, HMAC-SHA256)。密钥随页面下发，只防随手阅读，不是访问控制。',
      },
    },
  });
  await app.register(swaggerUi, { routePrefix: `${CALL_BASE}/docs`, staticCSP: true });
}
