/** What the doctor says of one thing. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  name: string;
  text: string;
}
