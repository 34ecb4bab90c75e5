/**
 * Passwords and birth dates for the tests: turns are separated by " | ", texts that nobody may read are marked as {class:words}. The unseen
 * half was written before the rules and is only counted, never used to write one; the other half was used.
 */
import { readMarked } from './read-marked.ts';

const UNSEEN_PASSWORDS = `
my password is {password:Blue42horse!}
The PIN is {password:4471}, don't tell anyone.
PIN {password:8820}
What's your password? | It's {password:sunflower99}.
I set the password to {password:Tr0ub4dor&3} yesterday.
my passcode's {password:zero four four nine}
Can you give me the one-time code? | Sure, {password:882 401}
username is kbrand and the pw is {password:hunter2}
Mein Passwort lautet {password:Sommer2024!}.
Die PIN ist {password:5521}.
Wie lautet Ihre PIN? | {password:7 7 1 3}
Das Kennwort ist {password:Regenbogen7}
Ich habe {password:Fuchs_88} als Passwort genommen.
Mi contraseña es {password:Luna2019}.
El PIN es el {password:4090}
mi clave es {password:gato77negro}
¿Me dice su PIN? | Sí, es {password:dos cuatro cuatro uno}
la contraseña que puse es {password:Perro_azul}
Mon mot de passe est {password:Soleil!44}
Mon code PIN, c'est le {password:6612}
le mdp c'est {password:chaton2011}
Quel est votre mot de passe ? | C'est {password:Marguerite59}.
le code secret est {password:0420}
La mia password è {password:Vesuvio79}
il PIN è {password:3388}
la parola d'ordine è {password:farfalla12}
Qual è il suo PIN? | {password:uno nove due due}
codice segreto: {password:55012}
Mijn wachtwoord is {password:Tulp2020!}
de pincode is {password:9147}
Wat is uw wachtwoord? | Dat is {password:fietsbel3}
mijn ww is {password:kaas&brood}
mijn pin is {password:vier vier een zeven}
Minha senha é {password:Girassol22}
a minha palavra-passe é {password:Lisboa!98}
o PIN é {password:1207}
Qual é a sua senha? | É {password:cachorro10}
a senha do aplicativo é {password:bola_azul}
`;

const UNSEEN_BIRTH_DATES = `
I was born on {birth_date:4 May 1988}.
DOB {birth_date:12/03/1975}
my date of birth is the {birth_date:third of June nineteen eighty one}
And your date of birth? | {birth_date:7th of August, 1969}.
My birthday is {birth_date:March 22nd}.
he was born {birth_date:11.02.2001} in Leeds
Could you confirm your date of birth for me please? | Yes, it's the {birth_date:14th of the 2nd 1990}.
I was born in {birth_date:1954}, love.
Geburtsdatum {birth_date:04.05.1988}
Ich bin am {birth_date:4. Mai 1988} geboren.
Geboren am {birth_date:17.11.1962} in Kassel.
Wann sind Sie geboren? | {birth_date:dritter Juli neunzehnhundertachtundsiebzig}
Mein Geburtstag ist der {birth_date:9. Februar 1991}.
Nací el {birth_date:4 de mayo de 1988}.
Fecha de nacimiento: {birth_date:23/08/1970}
¿Su fecha de nacimiento? | {birth_date:doce de enero del setenta y cinco}
mi cumpleaños es el {birth_date:30 de junio}
mi hija nació el {birth_date:2 de marzo de 2015}
Je suis né le {birth_date:4 mai 1988}.
date de naissance : {birth_date:19/12/1955}
Votre date de naissance ? | Le {birth_date:premier août mille neuf cent soixante-trois}
elle est née le {birth_date:21 février 1994}
mon anniversaire est le {birth_date:8 novembre}
Sono nato il {birth_date:4 maggio 1988}.
data di nascita {birth_date:15-09-1967}
La sua data di nascita? | {birth_date:dieci ottobre millenovecentottanta}
mia madre è nata il {birth_date:6 gennaio 1941}
Ik ben geboren op {birth_date:4 mei 1988}.
geboortedatum: {birth_date:28-02-1973}
Wat is uw geboortedatum? | {birth_date:twaalf augustus negentienvijfenzestig}
mijn verjaardag is op {birth_date:3 oktober}
Nasci em {birth_date:4 de maio de 1988}.
data de nascimento: {birth_date:07/07/1977}
Qual é a sua data de nascimento? | {birth_date:vinte de dezembro de oitenta e dois}
o meu filho nasceu a {birth_date:5 de abril de 2010}
`;

const TUNED_PASSWORDS = `
my password is {password:Maple!2023}
My password is {password:butterfly}.
the password's {password:redCar55}, with a capital C
Pin number {password:0912}
it asks for the pin and I type {password:5566}
What is your passcode? | {password:one two double three}
Your PIN please? | Um, {password:3 0 1 9}
I changed my password to {password:Winter#77}
password: {password:p4ssw0rd}
use {password:Zebra_9} as the password
The verification code is {password:448120}.
can you read me the verification code? | {password:90 21 77}
Passwort: {password:Hund4711}
Mein Passwort ist {password:Apfelbaum}.
Meine Geheimzahl ist {password:2580}
Wie ist das Kennwort? | Das ist {password:Nordsee_12}
die PIN lautet {password:acht vier vier null}
Contraseña: {password:Madrid#12}
mi PIN es {password:7788}
¿Cuál es su contraseña? | Es {password:mariposa3}
la clave secreta es {password:9012}
mon mot de passe, c'est {password:Bateau33}
code PIN : {password:1470}
Votre code secret ? | {password:4 1 5 9}
le mot de passe est {password:coquelicot} !
password: {password:Roma_2000}
il mio PIN è {password:quattro zero zero sei}
ho messo {password:gelato!5} come password
wachtwoord: {password:Fiets-99}
mijn pincode is {password:3141}
het wachtwoord is {password:Molen1234}
a minha senha é {password:4 8 8 2}
minha senha é {password:Praia#1}
código PIN: {password:6054}
Pode dizer-me o PIN? | Claro, {password:3 3 1 8}
`;

const TUNED_BIRTH_DATES = `
born on {birth_date:12 January 1970}
I was born {birth_date:June 3, 1985}, in Ohio.
Date of birth: {birth_date:1980-09-14}
D.O.B. {birth_date:02-11-66}
my d o b is {birth_date:five twelve seventy eight}
What's your date of birth? | The {birth_date:second of April, 1957}.
Your date of birth and address? | {birth_date:Fourth of April 1968}, 30 Almond Road.
Your number and date of birth? | 555 0184, {birth_date:30.01.1999}
Date of birth please? | {birth_date:oh six oh nine seventy two}
And your birthday? | {birth_date:December 9th, 1999}
she was born in {birth_date:1938}
when were you born? | {birth_date:October nineteen sixty four}
Mein Geburtsdatum ist der {birth_date:24.12.1980}.
geboren {birth_date:3.3.1959}
Ihr Geburtsdatum bitte? | {birth_date:zwölfter Mai zweiundsiebzig}
meine Tochter ist am {birth_date:1. September 2012} geboren
ich wurde {birth_date:1966} geboren
nacido el {birth_date:11/04/1983}
Mi fecha de nacimiento es {birth_date:9 de julio de 1959}.
¿Cuándo nació? | El {birth_date:tres de octubre de mil novecientos sesenta}
nací en {birth_date:1947}
né le {birth_date:05/06/1978}
Ma date de naissance est le {birth_date:13 juillet 1981}.
Vous êtes né quand ? | le {birth_date:deux mars quatre-vingt-douze}
née en {birth_date:1950}
nata il {birth_date:07.08.1990}
La mia data di nascita è il {birth_date:22 aprile 1976}.
Quando è nato? | Il {birth_date:tre giugno sessantotto}
il mio compleanno è il {birth_date:19 marzo}
geboren op {birth_date:16-10-1984}
Mijn geboortedatum is {birth_date:1 juni 1969}.
Uw geboortedatum? | {birth_date:vijf mei tweeënzestig}
nascido em {birth_date:25/12/1971}
Minha data de nascimento é {birth_date:18 de outubro de 1986}.
Quando nasceu? | {birth_date:três de março de mil novecentos e noventa}
meu aniversário é dia {birth_date:12 de setembro}
`;

const ORDINARY_LINES = `
I forgot my password.
My password is not working.
My password is wrong, it says.
The password is incorrect and now I'm locked out.
I need to reset my password, can you send the link?
Your password must have at least 12 characters.
The password expired on 3 March.
The PIN is blocked after three attempts.
I never got a PIN in the post.
Please do not tell me your password.
Can you change the password? | Yes, of course.
What's your password? | I can't remember it.
Did you get the PIN? | No, nothing came.
The password is case sensitive.
The password was changed 2 days ago.
It asked for the PIN 3 times.
I tried the password five times today.
He pinned it to the board on 12 June.
The error code is 4471.
The discount code is SAVE20.
My postcode is the problem here.
The order was placed on 4 May 2024.
We moved in on the first of June.
The contract runs until 31 December 2025.
I paid on 12/03/2024.
It was delivered in 2019.
My son was born last week, so I need more cover.
I was born in Leeds.
I was born and raised in Ohio.
The baby was born early, and the leave starts on 4 May.
Happy birthday!
It is for her birthday. | It will arrive on 4 May.
When is the party? | On 22 March.
The appointment is on the third of June.
The warranty ends on 07.08.2026.
The meeting is at ten on Monday the 5th.
Do you need my date of birth? | No, that's fine.
Your date of birth is missing on the form.
Her birthday present cost 45 euros.
The birth certificate was issued on paper.
Born Again Records sent me the wrong album.
I ordered 2 pins and 14 badges.
Put a pin in that, we will talk on 12 May.
The bowling pin set costs 39.90.
The password manager is 3 euros a month.
Is the password for the wifi on the router? | It is on the sticker.
The PIN pad does not react.
The new one is better than the 1988 model.
She has worked here since 4 May 2011.
Ich habe mein Passwort vergessen.
Das Passwort ist falsch.
Mein Passwort ist abgelaufen.
Die PIN ist gesperrt.
Das Passwort funktioniert seit 3 Tagen nicht.
Wie lautet das Passwort? | Das weiß ich nicht.
Die Lieferung kommt am 4. Mai 2024.
Der Vertrag läuft bis 31.12.2025.
Ich bin in Kassel geboren.
Alles Gute zum Geburtstag!
Das Kind ist gestern geboren.
Brauchen Sie mein Geburtsdatum? | Nein, danke.
Der Termin ist am 17.11. um zehn.
He olvidado mi contraseña.
La contraseña es incorrecta.
Mi contraseña no funciona.
La clave es escuchar al cliente.
El PIN está bloqueado.
El pedido llegó el 4 de mayo de 2024.
Nací en Sevilla.
Feliz cumpleaños a su hija.
El contrato termina el 31 de diciembre.
La clave del éxito es la paciencia.
J'ai oublié mon mot de passe.
Le mot de passe est incorrect.
Mon mot de passe ne marche pas.
Le code PIN est bloqué.
La livraison est prévue le 4 mai 2024.
Je suis né à Lyon.
Bon anniversaire !
Le contrat se termine le 31 décembre.
Le code postal est 69003, je crois.
Il est né un problème le mois dernier.
Ho dimenticato la password.
La password è sbagliata.
La mia password non funziona.
Il PIN è bloccato.
La consegna è il 4 maggio 2024.
Sono nato a Napoli.
Buon compleanno!
Il contratto scade il 31 dicembre.
È nata una discussione il 3 marzo.
Ik ben mijn wachtwoord vergeten.
Het wachtwoord is verkeerd.
Mijn wachtwoord werkt niet.
De pincode is geblokkeerd.
De levering is op 4 mei 2024.
Ik ben geboren in Utrecht.
Gefeliciteerd met je verjaardag!
Het contract loopt tot 31 december.
Esqueci a minha senha.
A senha está errada.
Minha senha não funciona.
A senha é muito curta.
O PIN está bloqueado.
A entrega é no dia 4 de maio de 2024.
Nasci em Braga.
Feliz aniversário!
O contrato termina a 31 de dezembro.
We launched the product on 3 March 2020, it was a hit.
The invoice of 12.03.2024 is still open.
My last payment was March 22nd.
`;

export const UNSEEN = [...readMarked(UNSEEN_PASSWORDS), ...readMarked(UNSEEN_BIRTH_DATES)];
export const TUNED = [...readMarked(TUNED_PASSWORDS), ...readMarked(TUNED_BIRTH_DATES)];
export const ORDINARY = readMarked(ORDINARY_LINES);
