/** More passwords, birth dates and ordinary sentences, written when the rules were done and scored once before anything was changed. */
import { readMarked } from './read-marked.ts';

const PASSWORDS = `
So my password is {password:Kestrel-77} for the portal.
The password I use is {password:green!Door}
my pin code is {password:6 2 9 0}
Could you tell me the PIN? | It's {password:four one one seven}.
the passphrase is "{password:correct horse battery}"
I changed the password to {password:Oslo2031} last night
pw: {password:mnbvcxz1}
Your access code? | {password:551902}
the verification code was {password:20 88 13}
My password is {password:marmalade}.
Unser Passwort ist {password:Ziege99x}
Das WLAN-Passwort lautet {password:kh7-Tor-blau}
Meine PIN ist die {password:8164}
Ihr Kennwort bitte? | {password:Tanne2001}
Der Bestätigungscode ist {password:330917}
Wie ist Ihre PIN? | {password:neun drei drei eins}
Nuestra contraseña es {password:Sol_y_mar7}
mi código PIN es {password:2046}
¿Cuál es la clave? | Es {password:toro55}
el código de verificación es {password:771034}
Notre mot de passe est {password:Lavande#8}
mon PIN est {password:5093}
Votre mot de passe ? | {password:Tournesol21}
le code de vérification est {password:902 114}
La password è {password:Etna_1669}
il codice PIN è {password:7402}
La sua password? | È {password:limone88}
Ons wachtwoord is {password:Kikker!4}
mijn pincode is {password:drie nul nul acht}
Uw wachtwoord? | {password:Stroopwafel7}
A nossa senha é {password:Tejo&mar1}
o código PIN é {password:9935}
Qual é o PIN? | {password:sete sete dois um}
a palavra-passe é {password:Saudade_3}
`;

const BIRTH_DATES = `
My dob is {birth_date:9/9/61}
I was born on the {birth_date:21st of July 1979}
Her date of birth is {birth_date:February 2nd, 2004}.
Can I take your date of birth? | It's {birth_date:31 October 1948}.
And when were you born? | {birth_date:eighth of the fourth, fifty three}
my birthday's on {birth_date:15 June}
He was born in Cork on {birth_date:3 December 1990}
what year were you born? | {birth_date:1983}
date of birth {birth_date:twelve oh one ninety four}
Mein Geburtsdatum: {birth_date:2.10.1971}
Ich wurde am {birth_date:30. Januar 1955} geboren
Ihr Geburtsdatum? | Das ist der {birth_date:siebte März neunzehnhundertneunundfünfzig}
Mein Sohn, geboren am {birth_date:12.06.2018}
Meine Frau hat am {birth_date:8. August} Geburtstag
Fecha de nacimiento {birth_date:1 de abril de 1992}
¿Cuál es su fecha de nacimiento? | El {birth_date:veintidós de febrero del cincuenta y ocho}
nació el {birth_date:17/10/2003}
yo nací el {birth_date:5 de septiembre de 1964}
Ma date de naissance : {birth_date:30/01/1987}
Quelle est votre date de naissance ? | Le {birth_date:vingt-six mai mille neuf cent quarante-neuf}
Je suis née en {birth_date:1971}
né à Lyon le {birth_date:12 août 1966}
La data di nascita è {birth_date:03/11/1958}
Quando è nata? | Il {birth_date:quindici luglio millenovecentosettantadue}
sono nata nel {birth_date:1985}
nato a Bari il {birth_date:29 settembre 1999}
Mijn geboortedatum: {birth_date:9 november 1952}
Wanneer bent u geboren? | Op {birth_date:zes januari negentienachtenveertig}
hij is geboren op {birth_date:11-04-2006}
ik ben van {birth_date:1960}, geboren op {birth_date:2 februari}
A minha data de nascimento é {birth_date:14/02/1969}
Em que dia nasceu? | A {birth_date:trinta de junho de setenta e quatro}
nasci a {birth_date:22 de novembro de 1957}
faço anos a {birth_date:3 de agosto}
`;

const ORDINARY_LINES = `
The password reset mail came at 14:30 on 2 May.
My password was accepted in the end.
The password is the same as before.
Our password policy changed in 2023.
Is the PIN the same for both cards? | It is.
What about the password? | It's complicated.
The PIN has four digits.
I got a new PIN on 12 March 2024.
They sent the PIN by post on Monday.
The code on the parcel is 88210.
Is the birthday cake ready? | Yes, on 4 May at noon.
We were born too late for that.
A star is born.
The offer was born in 2020 out of a joke.
Her birthday is next week.
The policy of 4 May 1988 was cancelled.
Das Passwort ist zu kurz.
Das Kennwort ist nur 6 Zeichen lang.
Die PIN kommt mit der Post am 12.03.2024.
Sie ist in Berlin geboren und wohnt seit 2004 hier.
La contraseña es demasiado corta.
El PIN llega el 3 de junio.
Nació en Lima y vive aquí desde 2010.
Le mot de passe est trop court.
Le code PIN arrive le 3 juin 2024.
Il est né à Paris et habite ici depuis 2010.
La password è troppo corta.
Il PIN arriva il 3 giugno 2024.
Het wachtwoord is te kort.
De pincode komt op 3 juni 2024.
A senha é a mesma de sempre.
O PIN chega a 3 de junho de 2024.
`;

export const LATE = [...readMarked(PASSWORDS), ...readMarked(BIRTH_DATES)];
export const LATE_ORDINARY = readMarked(ORDINARY_LINES);
