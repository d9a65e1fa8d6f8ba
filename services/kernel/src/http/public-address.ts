import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Under which PUBLIC_URL is provided. */
export const PUBLIC_URL = Symbol('public url');

/** Where people find the site. */
@Injectable()
export class PublicAddress {
  constructor(
    @Inject(PUBLIC_URL) private readonly url: string | undefined,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Without a slash at its end. Where nothing is set, it is known once the server listens. */
  async known(signal: AbortSignal): Promise<string> {
    if (this.url !== undefined) return this.url.replace(/\/+$/, '');
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (!server.listening) await once(server, 'listening', { signal });
    const { address, port, family } = server.address() as AddressInfo;
    const isAny = address === '0.0.0.0' || address === '::';
    return `http://${isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }
}
