import { spawnSync } from 'node:child_process'
import { chmod, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { distFolder } from '../build/site.ts'
import { createTemporaryFolder, findFreePort, type ServerProcess, startServer } from './processes.ts'

const places = ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']

/** Returns the command that runs nginx, or undefined when it is not installed. */
export function findNginx(): string | undefined {
  return places.find((place) => spawnSync(place, ['-v']).status === 0)
}

/**
 * Serves the built pages from nginx without our script: same HTML with inlined styles, same fonts and pictures,
 * precompressed, with our caching and security headers. Some headers make a browser start another process, which would
 * be counted against the script.
 * @param ours the origin of our server
 */
export async function serveWithNginx(nginx: string, ours: string): Promise<ServerProcess> {
  const folder = createTemporaryFolder()
  const web = path.join(folder, 'web')
  await cp(path.join(distFolder, 'web'), web, { recursive: true })
  // nginx started by root reads files as another user.
  await chmod(folder, 0o755)
  const pages = (await readdir(web)).filter((name) => name.endsWith('.html'))
  for (const page of pages) await removeScript(path.join(web, page))
  const port = await findFreePort()
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port, await headersOf(ours)))
  return startServer([nginx, '-c', file, '-p', folder, '-e', 'stderr'], port, '/')
}

/** Removes the module script and its preloads from a page and compresses the page again. */
async function removeScript(file: string): Promise<void> {
  const html = await readFile(file, 'utf8')
  const bare = html
    .replace(/<script type="module"[^>]*><\/script>\s*/g, '')
    .replace(/<link rel="modulepreload"[^>]*>\s*/g, '')
  if (bare === html) throw new Error(`${file} has no module script to take out.`)
  await writeFile(file, bare)
  await writeFile(`${file}.gz`, gzipSync(bare, { level: 9 }))
}

/** Headers of a single answer, or those that nginx sends by itself. */
const itsOwn = /^(connection|content-(encoding|length|type)|date|etag|keep-alive|last-modified|vary|accept-ranges)$/

/** Returns the nginx configuration for the headers that our server sends with a page and with an asset. */
async function headersOf(ours: string): Promise<{ page: string; asset: string }> {
  const page = await fetch(ours)
  const asset = /\/assets\/[\w.-]+/.exec(await page.text())?.[0]
  if (!asset) throw new Error('The home page names no asset.')
  const linesOf = ({ headers }: Response) =>
    [...headers]
      .filter(([name]) => !itsOwn.test(name))
      .map(([name, value]) => `add_header ${name} "${value}";`)
      .join(' ')
  return { page: linesOf(page), asset: linesOf(await fetch(ours + asset, { method: 'HEAD' })) }
}

const configuration = (folder: string, port: number, headers: { page: string; asset: string }) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  types {
    text/html html;
    text/javascript js;
    image/svg+xml svg;
    image/png png;
    image/avif avif;
    image/x-icon ico;
    font/woff2 woff2;
    application/json json;
    application/xml xml;
  }
  charset utf-8;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75;
  gzip_static on;
  gzip_vary on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/web;
    location / {
      ${headers.page}
      try_files $uri.html $uri =404;
    }
    location = / {
      ${headers.page}
      try_files /index.html =404;
    }
    location /assets/ {
      ${headers.asset}
    }
  }
}
`
