import { spawnSync } from 'node:child_process'
import { chmod, cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort } from '@hobohat/hub/testing'
import { createTemporaryFolder, type ServerProcess, startServer } from './processes.ts'

const places = ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']

/** Returns the command that starts nginx, or undefined when nginx is not installed. */
export function findNginx(): string | undefined {
  return places.find((place) => spawnSync(place, ['-v']).status === 0)
}

/**
 * Serves a copy of a folder with static files by nginx. When a file has a compressed copy beside it, the copy is sent.
 * @param web the folder with the files
 */
export async function serveFolderWithNginx(nginx: string, web: string): Promise<ServerProcess> {
  const folder = createTemporaryFolder()
  await cp(web, path.join(folder, 'web'), { recursive: true })
  // When root starts nginx, its workers read the files as another user, so every user must be able to read the folder.
  await chmod(folder, 0o755)
  const port = await findFreePort()
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port))
  return startServer([nginx, '-c', file, '-p', folder, '-e', 'stderr'], port, '/')
}

const configuration = (folder: string, port: number) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  types {
    text/html html;
    text/css css;
    text/javascript js;
    image/svg+xml svg;
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
  }
}
`
