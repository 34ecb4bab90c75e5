/** One result of `brickwork doctor`. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  name: string;
  text: string;
}
