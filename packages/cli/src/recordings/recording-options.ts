import { Option } from 'commander';

export function languageOption(): Option {
  return new Option('--language <code>', 'the language, such as en or de; detected by default');
}

export function channelsOption(): Option {
  return new Option(
    '--channels <sides>',
    'who is on each channel of a stereo recording: agent,customer or customer,agent; - if unknown',
  );
}
