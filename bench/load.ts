/**
 * Requests one path repeatedly on kept-alive connections, and prints the number of answers and the time they took.
 *
 * node bench/load.ts <port> <path> <connections> <milliseconds> <most answers>
 *
 * Uses sockets instead of node:http, because node:http takes longer to read an answer than a server takes to write the
 * answer. All answers must have the length of the first answer and start with the same status line.
 */
import { connect, type Socket } from 'node:net'

const [port, path, connections, milliseconds, most] = process.argv.slice(2)
const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`
const startOfAnswer = 'HTTP/1.1 200 OK\r\n'
const answersMax = Number(most)
let answers = 0

const length = await lengthOfAnswer()
const sockets = await Promise.all(Array.from({ length: Number(connections) }, open))
const start = performance.now()
for (const socket of sockets) askOn(socket)
const timer = setTimeout(finish, Number(milliseconds))

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Fetches one answer. @returns its length in bytes, including the head */
async function lengthOfAnswer(): Promise<number> {
  const socket = await open()
  socket.write(request)
  let head = ''
  for await (const chunk of socket) {
    head += (chunk as Buffer).toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) continue
    const body = /^content-length: (\d+)/im.exec(head)?.[1]
    if (!head.startsWith(startOfAnswer) || !body) break
    return end + 4 + Number(body)
  }
  throw new Error(`${path} is not answered with 200 and a length: ${head.slice(0, 200)}`)
}

function askOn(socket: Socket): void {
  let left = length
  socket.write(request)
  socket.on('data', (chunk) => {
    const isStart = left === length
    left -= chunk.length
    if (left < 0 || (isStart && chunk.toString('latin1', 0, startOfAnswer.length) !== startOfAnswer)) {
      throw new Error('An answer was not like the first one.')
    }
    if (left > 0) return
    left = length
    answers++
    if (answers >= answersMax) finish()
    else socket.write(request)
  })
  socket.once('close', () => {
    throw new Error('The server closed a connection.')
  })
}

function finish(): void {
  clearTimeout(timer)
  console.log(JSON.stringify({ answers, ms: performance.now() - start }))
  process.exit(0)
}
