% Goldschmidt: slider crank
autoz on
newtonian n
bodies l, p, k
points o
variables q{1}', u{1}', f, m
constants g, ll, lp, ml, mp, mk, il{6}, ip{6}, ik{6}
q1'=u1
simprot(n, l, 3, q1)
simprot(n, p, 3, -asin(ll/lp*sin(q1)))
simprot(n, k, 3, 0)
p_o_lo>=ll/2*l1>
p_o_po>=ll*l1>+lp/2*p1>
p_o_ko>=ll*l1>+lp*p1>
angvel(n, l)
angvel(n, p)
angvel(n, k)
v_lo_n>=dt(p_o_lo>, n)
v_po_n>=dt(p_o_po>, n)
v_ko_n>=dt(p_o_ko>, n)
alf_l_n>=dt(w_l_n>, n)
alf_p_n>=dt(w_p_n>, n)
alf_k_n>=dt(w_k_n>, n)
a_lo_n>=dt(v_lo_n>, n)
a_po_n>=dt(v_po_n>, n)
a_ko_n>=dt(v_ko_n>, n)
force(lo, -ml*g*n2>)
force(po, -mp*g*n2>)
force(ko, -mk*g*n2>)
force(ko, -f*n1>)
torque(l, m*n3>)
mass l=ml, p=mp, k=mk
inertia l, il1, il2, il3, il4, il5, il6
inertia p, ip1, ip2, ip3, ip4, ip5, ip6
inertia k, ik1, ik2, ik3, ik4, ik5, ik6
zero=fr()+frstar()
kane()
output t, q1, u1
units t=s, q1=rad, u1=rad/s, f=N, m=Nm
units g=m/s^2, ll=m, lp=m, ml=kg, mp=kg, mk=kg
units il{1:6}=kg*m^2, ip{1:6}=kg*m^2, ik{1:6}=kg*m^2
code dynamics() skt.c, subs
solve(zero, [u1'])
save skt.all
