import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';

/** Serves the API over HTTP; what is no path of it is answered by it, too. */
export function serveApi(app: FastifyInstance, api: Api): void {
  // Stripe takes forms and nothing else.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, method, url, headers, body } = request;
    const answered = await api.answer({ id, method, url, headers, body: typeof body === 'string' ? body : '' });
    return reply.code(answered.status).headers(answered.headers).send(answered.body);
  };
  app.route({ method: ['GET', 'POST', 'DELETE'], url: '/v1/*', handler: answer });
  app.setNotFoundHandler(answer);
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = api.problem(error);
    return reply.code(status).type('application/json').header('request-id', request.id).send(body);
  });
}
